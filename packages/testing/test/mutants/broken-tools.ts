import type { ToolOutcome } from '@interpose/core/adapter';

import { coreCycles } from '../../src/fake-host/run/cycles.ts';
import { mutant, type Mutant } from './mutant.ts';

const { toolCycle, reportToolError, answerWith } = coreCycles;

/** Hosts that mistreat their tool calls. */
export const brokenTools: readonly Mutant[] = [
  mutant(
    'runs a denied tool all the same',
    {
      async toolCycle<Native>(
        ...[chat, step]: Parameters<typeof toolCycle<Native>>
      ): Promise<ToolOutcome<Native>> {
        const outcome = await toolCycle(chat, step);
        if (outcome.kind === 'denied') await step.run(step.call);
        return outcome;
      },
    },
    ...[
      'C121',
      'C122',
      'C142',
      'C180',
      'C182',
      'C183',
      'C184',
      'C301',
      'C302',
      'C303',
      'C332',
      'C333',
      'C335',
      'C391',
      'C392',
    ],
  ),
  mutant(
    'tells the model nothing of a denial',
    {
      async toolCycle<Native>(
        ...[chat, step]: Parameters<typeof toolCycle<Native>>
      ): Promise<ToolOutcome<Native>> {
        const outcome = await toolCycle(chat, step);
        return outcome.kind === 'denied' ? { ...outcome, text: '' } : outcome;
      },
    },
    ...['C121', 'C122', 'C142', 'C163', 'C180', 'C189', 'C301', 'C315', 'C316', 'C335'],
  ),
  mutant(
    'runs the original arguments whatever the hooks changed',
    { toolCycle: (chat, step) => toolCycle(chat, { ...step, run: () => step.run(step.call) }) },
    ...['C123', 'C187', 'C300', 'C304', 'C411'],
  ),
  mutant(
    "gives the model the tool's own outcome whatever the hooks changed",
    {
      async toolCycle<Native>(
        ...[chat, step]: Parameters<typeof toolCycle<Native>>
      ): Promise<ToolOutcome<Native>> {
        const ran: { outcome?: ToolOutcome<Native> } = {};
        const outcome = await toolCycle(chat, {
          ...step,
          async run(call) {
            try {
              const result = await step.run(call);
              ran.outcome = { kind: 'result', result, changed: false, synthetic: false };
              return result;
            } catch (error) {
              ran.outcome = { kind: 'error', error: error as Error, cause: 'threw' };
              throw error;
            }
          },
        });
        return ran.outcome ?? outcome;
      },
    },
    ...['C141', 'C142', 'C143', 'C161', 'C162', 'C163', 'C315', 'C316'],
  ),
  mutant(
    'tells of a result twice',
    {
      async toolCycle<Native>(
        ...[chat, step]: Parameters<typeof toolCycle<Native>>
      ): Promise<ToolOutcome<Native>> {
        const outcome = await toolCycle(chat, step);
        const { call, tool } = step;
        const ended = { call, tool, originalCall: call, durationMs: 0, synthetic: false } as const;
        if (outcome.kind === 'result')
          await chat.dispatch('onToolCallResult', { ...ended, result: outcome.result });
        if (outcome.kind === 'error')
          await chat.dispatch('onToolCallError', {
            ...ended,
            error: outcome.error,
            cause: 'threw',
          });
        return outcome;
      },
    },
    ...['C001', 'C005', 'C124', 'C126', 'C143', 'C144', 'C160', 'C164', 'C394'],
  ),
  mutant(
    'gives the first result again instead of running the tool again',
    {
      toolCycle: (chat, step) => {
        let first: ReturnType<typeof step.run> | undefined;
        return toolCycle(chat, { ...step, run: (call) => (first ??= step.run(call)) });
      },
    },
    ...['C144', 'C145'],
  ),
  mutant(
    'asks the hooks about calls that can reach no tool',
    {
      async toolCycle<Native>(
        ...[chat, step]: Parameters<typeof toolCycle<Native>>
      ): Promise<ToolOutcome<Native>> {
        if (!step.tool.known || !step.tool.enabled)
          await chat.dispatch('preToolCall', { call: step.call, tool: step.tool });
        return toolCycle(chat, step);
      },
      async reportToolError(chat, report) {
        await chat.dispatch('preToolCall', { call: report.call, tool: report.tool });
        return reportToolError(chat, report);
      },
    },
    ...['C165', 'C166', 'C167', 'C168'],
  ),
  mutant(
    'shows its hooks nothing of its own',
    { toolCycle: (chat, step) => toolCycle(chat, { ...step, native: undefined }) },
    'C377',
  ),
  mutant(
    'gives every call the same id',
    {
      toolCycle: (chat, step) => toolCycle(chat, { ...step, call: { ...step.call, id: 'call_0' } }),
    },
    ...['C004', 'C005', 'C120'],
  ),
  mutant('knows no scopes', { isEnabled: () => true }, 'C168', 'C422'),
  mutant(
    'says of every failed call that the tool threw',
    {
      reportToolError: (chat, report) => reportToolError(chat, { ...report, cause: 'threw' }),
      toolCycle: (chat, step) =>
        toolCycle(chat, {
          ...step,
          tool: { ...step.tool, known: true, enabled: true },
        }),
    },
    ...['C165', 'C166', 'C167'],
  ),
  mutant(
    'hands its tools frozen arguments',
    {
      toolCycle: (chat, step) => toolCycle(chat, { ...step, run: (call) => step.run({ ...call }) }),
    },
    'C375',
  ),
  mutant(
    'takes a tool result for the answer without asking',
    {
      answerWith: async (_chat, message) =>
        ({ kind: 'message', message }) satisfies Awaited<ReturnType<typeof answerWith>>,
    },
    'C115',
  ),
  mutant(
    'names no tool',
    {
      toolCycle: (chat, step) =>
        toolCycle(chat, { ...step, tool: { ...step.tool, name: 'tool', origin: 'local' } }),
    },
    ...['C120', 'C140', 'C398'],
  ),
];
