"""Runs a Python program that dies the moment it, or any library in it, asks for an internet socket.

A seccomp filter in the kernel (man 2 seccomp) sees native code too, which a Python audit hook does not.
Used as a program: `python -m tests.network_jail MODULE ARGS...`
"""

from __future__ import annotations

import ctypes
import platform
import runpy
import socket
import struct
import sys

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
RET_KILL_PROCESS, RET_ALLOW = 0x80000000, 0x7FFF0000
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
"""BPF opcodes: load a word, jump if equal, return (linux/bpf_common.h)."""
NUMBER_OFFSET, FIRST_ARGUMENT_OFFSET = 0, 16
"""Where struct seccomp_data holds the call's number and its first argument."""
SOCKET_CALL = {"x86_64": 41, "aarch64": 198}


def available() -> bool:
    """Whether this kernel and processor are known here."""
    return sys.platform == "linux" and platform.machine() in SOCKET_CALL


def lock() -> None:
    """From here on, socket(AF_INET…) and socket(AF_INET6…) kill this process with SIGSYS."""
    program = [
        (LOAD, 0, 0, NUMBER_OFFSET),
        (EQUAL, 0, 4, SOCKET_CALL[platform.machine()]),
        (LOAD, 0, 0, FIRST_ARGUMENT_OFFSET),
        (EQUAL, 1, 0, int(socket.AF_INET)),
        (EQUAL, 0, 1, int(socket.AF_INET6)),
        (RETURN, 0, 0, RET_KILL_PROCESS),
        (RETURN, 0, 0, RET_ALLOW),
    ]
    code = b"".join(struct.pack("HBBI", *line) for line in program)
    buffer = ctypes.create_string_buffer(code)
    header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_NO_NEW_PRIVS)")
    if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_SECCOMP)")


if __name__ == "__main__":
    lock()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
