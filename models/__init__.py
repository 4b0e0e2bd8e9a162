"""The weights: where each comes from, how it becomes ONNX, and the engines that run it."""
