"""TensorFlow.js to ONNX: the two classifiers of nsfwjs, one Keras layers model and one graph model."""

from models.convert.tfjs.translate import convert

__all__ = ["convert"]
