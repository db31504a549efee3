import { interfaceTable } from './interface-tables.ts';
import type { Page } from '../page.ts';

/** The page class for which the style sheet turns tables into lists on a narrow screen. */
const listed = '---\npageClass: options\n---';

const contract = 'packages/core/src/contract';

/** Returns the options of `createHooks`, hooks and `withHooks`, and the context of a hook, from the types. */
export function optionPages(): readonly Page[] {
  return [
    { path: 'reference/create-hooks', markdown: createHooksPage() },
    { path: 'reference/with-hooks', markdown: withHooksPage() },
    { path: 'reference/context', markdown: contextPage() },
  ];
}

function createHooksPage(): string {
  return [
    listed,
    '# createHooks',
    '`createHooks(options)` makes a registry: policies go in, adapters ask it. Every option may be left out. A name that is not in this table throws `invalid_option`.',
    interfaceTable(`${contract}/hooks/hooks.ts`, 'HooksOptions'),
    '## What it gives back',
    interfaceTable(`${contract}/hooks/hooks.ts`, 'Hooks'),
    '## A policy',
    '`definePolicy({ name, hooks })` checks this and gives it back. `hooks` has an entry per event: a function, or `{ run, … }` with the options below, or a list of them.',
    interfaceTable(`${contract}/hooks/hooks.ts`, 'PolicyBase'),
    '## Options of one hook',
    interfaceTable(`${contract}/hooks/hook.ts`, 'HookOptions'),
  ].join('\n\n');
}

function withHooksPage(): string {
  return [
    listed,
    '# withHooks',
    '`withHooks(target, hooks, options)` is the one call that every adapter has. What it takes as a target is on the page of the adapter. All options may be left out.',
    interfaceTable('packages/adapter-kit/src/targets/adapter-options.ts', 'WithHooksOptions'),
    "With `require: 'enforced'` a target is refused with `not_enforced` when anything on it could bypass the hooks; the error lists what. `inspect(target)` gives that list without refusing.",
  ].join('\n\n');
}

function contextPage(): string {
  return [
    listed,
    '# The context',
    'Every hook gets one argument: the payload of its [event](./events) and the members below. It is read-only.',
    interfaceTable(`${contract}/hooks/context.ts`, 'BaseContext'),
    '## The session',
    interfaceTable(`${contract}/hooks/session.ts`, 'SessionView'),
    '## The record of a decision',
    'What `onDecision` observers and `logDecisions` get. It does not contain the payload.',
    interfaceTable(`${contract}/decisions/record.ts`, 'DecisionRecord'),
    '## What an approver is shown',
    interfaceTable(`${contract}/decisions/approval.ts`, 'ApprovalRequest'),
  ].join('\n\n');
}
