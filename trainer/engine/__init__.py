"""Compiled sweeps over cards and integer arrays. What anything pays is never known here.

Kernels count dealer hands, or choose between sums of the integers they are given. The counts have
one order everywhere, the six results of a showdown: the player's loss, tie and win against a
dealer without a game, then the same against one with a game.
"""
