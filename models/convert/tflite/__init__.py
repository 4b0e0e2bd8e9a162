"""TensorFlow Lite (float models) to ONNX, for the operators that the models in use need."""

from models.convert.tflite.translate import convert

__all__ = ["convert"]
