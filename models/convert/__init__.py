"""Own converters from the formats of the source packages to ONNX with a free batch dimension."""
