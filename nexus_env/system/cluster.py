"""Jobs on a Ray cluster instead of local processes: https://docs.ray.io."""

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nexus_env.system.package import install
from nexus_env.system.processes import pooled_by
from nexus_env.system.wording import InputError, spoken

LOCAL = "local"  # a cluster of this machine alone, which ends with the program
PASSED = ("NUMBA_DISABLE_JIT", "NUMBA_CACHE_DIR")  # of the environment, to the processes of the cluster
MEMORY = 256 << 20  # bytes of a local cluster for what jobs give: they are small


class ClusterError(InputError):
    """No cluster is available; the message says why."""


class RayExecutor(Executor):
    """Runs functions as tasks of the cluster that `ray.init` has joined.

    A task takes one CPU. If its node is lost, it runs again on another node.
    """

    def __init__(self) -> None:
        """Join nothing: the cluster is there already."""
        import ray

        self._ray = ray
        self._task = ray.remote(num_cpus=1)(_call)
        self._running: dict[Future[Any], Any] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As `Executor.submit`; the function, its arguments and its result are pickled."""
        answer: Future[Any] = Future()
        reference = self._task.remote(fn, args, kwargs)
        self._running[answer] = reference
        reference.future().add_done_callback(lambda done: self._hand_on(done, answer))
        return answer

    def _hand_on(self, done: Future[Any], answer: Future[Any]) -> None:
        """Resolve the future with the task's result, or with the error that the task itself raised."""
        self._running.pop(answer, None)
        if not answer.set_running_or_notify_cancel():
            return
        error = done.exception()
        if error is None:
            answer.set_result(done.result())
        elif isinstance(error, self._ray.exceptions.RayTaskError):
            answer.set_exception(error.cause or error)
        else:
            answer.set_exception(BrokenProcessPool(f"{type(error).__name__}: {error}"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel the tasks that still run; the cluster stays."""
        for answer, reference in list(self._running.items()):
            answer.cancel()
            self._ray.cancel(reference, force=True)


def _call(fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    return fn(*args, **kwargs)


@contextmanager
def on_ray(address: str) -> Iterator[int]:
    """Send jobs to the cluster at an address instead of to processes; yield its number of CPUs.

    Args:
        address: `LOCAL`, or as `ray.init` takes it: "auto", "host:6379", "ray://host:10001". The nodes of a cluster
            must have this package, and whatever your own agents need.

    Raises:
        ClusterError: Ray is not installed, or no cluster is there.
    """
    try:
        import ray
    except ModuleNotFoundError as error:
        raise ClusterError(f"--ray: got no {error.name}: {install('ray')}.") from error
    try:
        ray.init(**_terms(address), log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # it has many ways to say that nobody answers there
        raise ClusterError(f"--ray {address}: got no cluster ({spoken(error)}); expected one there.") from error
    try:
        with pooled_by(RayExecutor()):
            yield max(1, int(ray.cluster_resources().get("CPU", 1)))
    except ray.exceptions.RayError as error:
        first = (str(error).strip().splitlines() or ["no reason given"])[0]
        raise ClusterError(
            f"--ray {address}: the cluster has failed ({type(error).__name__}: {first}); the same command resumes from "
            "the saved results."
        ) from error
    finally:
        ray.shutdown()


def _terms(address: str) -> dict[str, Any]:
    """The arguments of `ray.init` for a cluster; its processes import from the same folders as this one."""
    homes = {Path(sys.prefix), Path(sys.base_prefix)}
    paths = [Path(path or os.getcwd()) for path in sys.path]
    own = [str(path) for path in paths if homes.isdisjoint((path, *path.parents))]
    passed = {name: os.environ[name] for name in PASSED if name in os.environ}
    environment = {"env_vars": {**passed, "PYTHONPATH": os.pathsep.join(own)}}
    small = {"include_dashboard": False, "object_store_memory": MEMORY} if address == LOCAL else {}
    # Without an address Ray would join a cluster that has left its mark on this machine.
    return {"address": address, "runtime_env": environment, **small}
