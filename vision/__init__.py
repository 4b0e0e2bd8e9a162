"""Sees: frames in, observations and signals out.

Pure: no clock, no network, no asyncio, no database. Time is media time, always a parameter.
"""
