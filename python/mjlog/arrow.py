"""Logs in Arrow tables, for everything that speaks Arrow: pyarrow, Polars, DuckDB, pandas, Spark, Ray.

>>> import mjlog.arrow
>>> import pyarrow as pa
>>> table = pa.table({"id": ["a", "b"], "log": [mjlog.sample(), b"no log"]})
>>> converted = pa.table(mjlog.arrow.convert(table))
>>> converted["paipu"][0].as_py()[:26]
'{"title":"四鳳南喰赤","player":'
>>> converted["error"].to_pylist()
[None, 'not_xml: the input is no XML (byte 0)']
"""

from mjlog._core import ArrowTable
from mjlog._core import convert_table as convert

__all__ = ["ArrowTable", "convert"]
