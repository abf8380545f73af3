"""What made the shipped networks, weights, ladder and figures: `python -m research.NAME`, in a clone."""
