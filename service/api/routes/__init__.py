"""The routes, one idea a module."""
