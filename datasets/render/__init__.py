"""Draws hands that a hand detector takes for real: a rigged mesh, its poses, light, camera and sensor.

Frames of reference. *Hand* frame: origin at the wrist joint, metres, x to the thumb side, y to the
fingertips, z out of the palm; right-handed for a right hand, mirrored in x for a left one. *Camera*
frame: metres, x right, y down, z away from the camera. *Pixels*: x right, y down, integers at centres.
"""
