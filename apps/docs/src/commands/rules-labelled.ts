import { createHooks } from '@interpose/core';
import { logDecisions } from '@interpose/core/log';
import { labelledRulesFile } from '@interpose/policies/rules/labelled';

const hooks = createHooks({ policies: labelledRulesFile('learned.yaml') });
hooks.observe('onDecision', logDecisions());

// Your hooked agent runs here. This makes one call by hand, which no good run
// made.
const call = { id: 'call-1', name: 'delete_order', args: { order: 'A7' } };
const tool = {
  name: 'delete_order',
  origin: 'local',
  known: true,
  enabled: true,
} as const;
const done = await hooks.step('preToolCall', { call, tool }, () => 'deleted');
console.log(done.kind);
await hooks.close();
