"""What is pushed to a browser is encrypted as its standard says."""

from cryptography.hazmat.primitives.asymmetric import ec

from codex_naturalis.server.notifications.push import PushSubscription, encrypt
from tests.server.notifications.test_notifications import coded, decoded


def test_a_message_is_written_as_the_standard_shows() -> None:
    """The worked example of RFC 8291, appendix A."""
    browser = PushSubscription(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    number = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    own = ec.derive_private_key(number, ec.SECP256R1())
    salt = decoded("DGv6ra1nlYgDCS1FRnbzlw")
    assert coded(encrypt(b"When I grow up, I want to be a watermelon", browser, own, salt)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
