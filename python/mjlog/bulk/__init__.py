"""Any number of logs, from anything that holds them, to JSON files, JSON lines, Parquet.

>>> import io
>>> import mjlog.bulk
>>> out = io.BytesIO()
>>> report = mjlog.bulk.convert([io.BytesIO(mjlog.sample())], out)
>>> report.converted, report.failed
(1, {})
"""

from mjlog.bulk.api import convert
from mjlog.bulk.audits import iter_audits
from mjlog.bulk.begin import MissingSourceError, OtherOptionsError, UnfinishedError
from mjlog.bulk.iterate import Listing, iter_logs, iter_paipu
from mjlog.bulk.job import StoppedError
from mjlog.bulk.places import ChangedSourcesError
from mjlog.bulk.report import Failure, Progress, Report
from mjlog.bulk.sources import Limits

__all__ = [
    "ChangedSourcesError",
    "Failure",
    "Limits",
    "Listing",
    "MissingSourceError",
    "OtherOptionsError",
    "Progress",
    "Report",
    "StoppedError",
    "UnfinishedError",
    "convert",
    "iter_audits",
    "iter_logs",
    "iter_paipu",
]
