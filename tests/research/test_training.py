"""Training gives the same networks whenever it is done, by true gradients, and writes over nothing unasked."""

from pathlib import Path

import numpy as np
import pytest

from codex_naturalis.bots.search.value_network import WHERE
from codex_naturalis.kernel.value_network import NOTHING
from research.training.__main__ import ROWS, main
from research.training.games import KINDS, generate_batches
from research.training.gradient_descent import Trainer, add_gradients, predict
from research.training.training_loop import OUTPUTS, Milestone, train_network
from research.training.weights_file import digest_of, read_weights, write_weights

SHIPPED = "8ea210c4932360f2"
"""Digest of the package's networks: what `make train` gives."""

FEW = 0.004
"""Millions of rows that are learned from in no time."""

OF_FEW = {"table": "9fc74e84dd21c59d", "solo": "e4c168af454b10da"}
"""Digests of networks that have learned from so few."""


def test_the_package_has_the_networks_that_training_gives() -> None:
    """Their digest is the one that was printed, they are small, and there is one of each kind."""
    weights = read_weights(WHERE)
    assert digest_of(weights) == SHIPPED
    assert WHERE.stat().st_size < 3_000_000
    assert {name.partition("_")[0] for name in weights} == set(OUTPUTS) == set(ROWS) == set(KINDS)


@pytest.mark.parametrize("name", OUTPUTS)
def test_learning_again_gives_the_same_network(name: str) -> None:
    """Training on the same few games gives this very network on every machine."""
    points: list[Milestone] = []
    net = train_network(name, FEW, 1, points.append)
    assert digest_of(net) == OF_FEW[name]
    assert [point.rows for point in points] == [point.rows for point in points[-1:]]
    assert all(0 < error < 20 for error in points[-1].errors)
    assert not net["first"][NOTHING].any()


def test_gradients_are_true() -> None:
    """A weight that is moved a little changes the squared error as its gradient says, in every layer."""
    trainer = Trainer(2, 1)
    rows = next(generate_batches("solo", 7))[:40]
    order = np.arange(len(rows))
    add_gradients(trainer.nets, rows, order, 2)
    gradients = trainer.nets[1].copy()
    seen = int(rows[0]["facts"][3])
    for part, where in (
        ("first", (seen, 5)),
        ("first_bias", 7),
        ("second", (5, 3)),
        ("second_bias", 2),
        ("third", (1, 4)),
        ("third_bias", 0),
    ):
        errors = []
        for move in (-1e-3, 1e-3):
            moved = trainer.nets[:1].copy()
            moved[0][part][where] += move
            off = (predict(moved, rows) - rows["to_come"]) / 10
            errors.append(float((off**2).sum()) / 2)
        assert (errors[1] - errors[0]) / 2e-3 == pytest.approx(float(gradients[part][where]), rel=0.02, abs=0.02)


def test_learning_helps() -> None:
    """After some steps the error on the same rows is far smaller."""
    trainer, rows = Trainer(1, 1), np.concatenate([next(generate_batches("table", 3)) for _ in range(2)])
    order = np.random.default_rng(1).integers(0, len(rows), 40 * 512)
    before = trainer.train(rows, order[:512], 0.0)
    trainer.train(rows, order, 0.0)
    assert trainer.train(rows, order[:512], 0.99) < 0.8 * before


def test_the_command_writes_where_it_is_told_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It keeps the network that is not trained, tells the digest, and fails if the package is to have the same."""
    before, to = WHERE.read_bytes(), tmp_path / "new" / "net.npz"
    assert main(["solo", "--rows", str(FEW), "--to", str(to), "--curve", str(tmp_path / "curve"), "--check"]) == 1
    written = read_weights(to)
    assert digest_of(written) in capsys.readouterr().out
    package = read_weights(WHERE)
    assert all((written[name] == package[name]).all() for name in package if name.startswith("table"))
    assert (tmp_path / "curve").read_text().startswith('{"name": "solo"')
    assert WHERE.read_bytes() == before


def test_a_digest_tells_networks_apart(tmp_path: Path) -> None:
    """It stays as it is when networks are stored and opened, and changes with any weight."""
    weights = read_weights(WHERE)
    write_weights(tmp_path / "same.npz", weights)
    assert digest_of(read_weights(tmp_path / "same.npz")) == digest_of(weights)
    weights["table_second"] = weights["table_second"].copy()
    weights["table_second"][3, 3] += 1
    assert digest_of(weights) != digest_of(read_weights(WHERE))


def test_other_words_are_refused() -> None:
    """There are two networks to train."""
    with pytest.raises(SystemExit):
        main(["chess"])
