"""Support: refusals, settings, log, names, tokens and tasks, which every other room leans on."""
