"""Leads the stateful phase to links that it has not followed yet, and writes down which it has followed.

Left alone, most steps of a scenario begin a new chain instead of following a link, and each scenario forgets what it had found:
50 examples of 12 steps followed 35 of 221 links.
"""

import collections
import json
import pathlib

import schemathesis
from schemathesis import cli
from schemathesis.engine import events
from schemathesis.engine.run import PhaseName
from schemathesis.engine.run.stateful import _executor
from schemathesis.engine.run.unit._case import BudgetExpired
from schemathesis.generation.stateful.control import TransitionController
from schemathesis.specs.openapi import stateful

# A link is wanted until its target has answered 2xx, but not for ever: some answers have nothing to follow, and some targets
# refuse what the link brings.
TRIES = 12
REFUSALS = 5

WANTED = json.loads(pathlib.Path("wanted.json").read_text())


class Followed:
    """What happened to each link of the run, by the name that Schemathesis gives it."""

    def __init__(self):
        self.tries = collections.Counter()
        self.applied = collections.Counter()
        self.succeeded = collections.Counter()
        self.pending = {}
        self.known = set()
        self.steps = 0

    def goes_on(self):
        return self.steps < WANTED["steps"] and any(map(self.is_wanted, self.known))

    def is_wanted(self, link):
        return not self.succeeded[link] and self.tries[link] < TRIES and self.applied[link] < REFUSALS


followed = Followed()


class Guide(TransitionController):
    """Allows the step that leads to a link not yet followed; any step if there is none."""

    def __init__(self, transitions, roots):
        super().__init__(transitions, roots)
        self.links = [
            (link.full_name, link.source.label, link.target.label, f"{link.source.label} -> {link.status_code}", link.is_inferred)
            for each in transitions.operations.values()
            for link in each.outgoing
        ]
        followed.known.update(name for name, *_ in self.links)
        # Set with the first question about a root, which every step asks.
        self.bundles = {}
        self.steps = 0
        self.known = None

    def record_step(self, input, recorder):
        super().record_step(input, recorder)
        self.steps += 1
        followed.steps += 1
        if input.transition is not None:
            followed.tries[input.transition.id] += 1
            if input.is_applied:
                followed.applied[input.transition.id] += 1
                followed.pending[input.case.id] = input.transition.id

    def allow_transition(self, source, target):
        if self._is_skipped(target):
            return False
        leading, _ = self.choices()
        return (source, target) in leading if leading else super().allow_transition(source, target)

    def allow_root_transition(self, source, bundles):
        self.bundles = bundles
        if self._is_skipped(source):
            return False
        leading, roots = self.choices()
        if leading:
            return False
        return source in roots if roots else super().allow_root_transition(source, bundles)

    def choices(self):
        """What leads to wanted links: steps, and if there are none the roots. Computed once a step, as each rule asks."""
        now = (self.steps, sum(map(len, self.bundles.values())))
        if self.known is None or self.known[0] != now:
            # The links of the contract first, then those that Schemathesis infers from it.
            both = (self.ways(inferred) for inferred in (False, True))
            self.known = (now, next((ways for ways in both if any(ways)), (set(), set())))
        return self.known[1]

    def ways(self, inferred):
        wanted = {name for name, *_, is_inferred in self.links if is_inferred == inferred and followed.is_wanted(name)}
        ahead = self.sources_ahead(wanted)
        roots = ahead & set(self.roots)
        fewest = min((self._root_calls(root) for root in roots), default=0)
        return self.leading(wanted, ahead), {root for root in roots if self._root_calls(root) == fewest}

    def leading(self, wanted, ahead):
        """The steps that can be made now and lead to a wanted link: the link itself, or else the way to it."""
        available = [link for link in self.links if self.bundles.get(link[3])]
        here = {(source, target) for name, source, target, *_ in available if name in wanted}
        if here:
            return here
        return {
            (source, target)
            for _, source, target, *_ in available
            if target in ahead and super(Guide, self).allow_transition(source, target)
        }

    def sources_ahead(self, wanted):
        """The operations from which a wanted link can be reached, that do not lie behind us in this scenario."""
        sources = {source for name, source, _, bundle, _ in self.links if name in wanted and not self.bundles.get(bundle)}
        while True:
            more = {source for _, source, target, *_ in self.links if target in sources} - sources
            if not more:
                return sources
            sources |= more


stateful.TransitionController = Guide
classify = _executor._classify_flaky
stop = _executor._raise_if_stopped


def begin_again(**about):
    """Hypothesis ends the phase when the same choices lead elsewhere than before, which is what the guide does to them."""
    status, again, errors = classify(**about)
    return status, again or followed.goes_on(), errors


def stop_when_done(engine):
    """Ends the phase like a spent time limit does."""
    stop(engine)
    if not followed.goes_on():
        raise BudgetExpired


_executor._classify_flaky = begin_again
_executor._raise_if_stopped = stop_when_done


@schemathesis.hook
def after_call(context, case, response):
    link = followed.pending.pop(case.id, None)
    if link is not None and 200 <= response.status_code < 300:
        followed.succeeded[link] += 1


@cli.handler()
class WritesLinks(cli.EventHandler):
    """Puts the links into a file for `npm run fuzz`."""

    def handle_event(self, ctx, event):
        if isinstance(event, events.PhaseFinished) and event.phase.name == PhaseName.STATEFUL_TESTING:
            path = pathlib.Path("report/links.json")
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps({"followed": followed.applied, "succeeded": followed.succeeded}))
