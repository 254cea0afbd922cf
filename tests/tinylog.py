"""A tiny log round a few elements: only what the test is about has to be spelt out."""

UN = (
    '<UN n0="%E6%9D%B1" n1="%E5%8D%97" n2="%E8%A5%BF" n3="%E5%8C%97"'
    ' dan="16,10,0,20" rate="2000.00,1500.50,999.99,2345.67" sx="M,F,C,M"/>'
)
DEAL = (
    ' hai0="0,1,2,3,36,37,38,39,72,73,74,75,108"'
    ' hai1="4,5,6,7,40,41,42,43,76,77,78,79,112"'
    ' hai2="8,9,10,11,44,45,46,47,80,81,82,83,116"'
    ' hai3="12,13,14,15,48,49,50,51,84,85,86,87,120"'
)


def init(seed: str = "0,0,0,1,2,124", *, ten: str = "250,250,250,250", oya: int = 0, deal: str = DEAL) -> str:
    return f'<INIT seed="{seed}" ten="{ten}" oya="{oya}"{deal}/>'


def head(*, go: int | str = 169, un: str = UN, oya: int = 0) -> str:
    """All before the first round."""
    tag = f'<GO type="{go}" lobby="0"/>' if isinstance(go, int) else go
    return f'<mjloggm ver="2.3">{tag}{un}<TAIKYOKU oya="{oya}"/>'


def log(*elements: str, go: int | str = 169, un: str = UN, oya: int = 0, deal: str = DEAL) -> str:
    """A log of one round that holds these elements; the first INIT among them, if there is one, opens it."""
    opening = "" if any(element.startswith("<INIT") for element in elements) else init(oya=oya, deal=deal)
    return head(go=go, un=un) + opening + "".join(elements) + "</mjloggm>"
