import type { CodeNote } from './code-note.ts';

/** What is wrong with how hooks were set up. */
export const SETUP_CODES: Readonly<Record<string, CodeNote>> = {
  ambient_unavailable: {
    from: 'core',
    cause: 'This runtime has no AsyncLocalStorage, so a session cannot be found by itself.',
    remedy: 'Name the session explicitly with the `session` option.',
  },
  clean_up_failed: {
    from: 'core',
    cause: 'A clean-up of a policy or a session threw.',
    remedy: 'Repair what the policy does when it is disposed; the message names it.',
  },
  duplicate_policy: {
    from: 'core',
    cause: 'Two policies of one registry have the same name.',
    remedy: 'Give one of them another name.',
  },
  filter_unmatched: {
    from: 'core',
    cause: 'A hook is bound to a tool that the app does not have, so it never ran.',
    remedy: 'Bind it to one of the tools that the message lists.',
  },
  hooks_closed: {
    from: 'core',
    cause: 'The registry was used after `hooks.close()`.',
    remedy: 'Close it when the app ends, or make a new one.',
  },
  invalid_event: {
    from: 'core',
    cause: 'An event was defined under a name that exists, or with facts that do not go together.',
    remedy: 'Choose another name, or repair what the message names.',
  },
  invalid_hook: {
    from: 'core',
    cause: 'What was registered as a hook is no function.',
    remedy: 'Pass a function, or an object with `run`.',
  },
  invalid_option: {
    from: 'core',
    cause: 'An option does not exist or has a value it cannot have.',
    remedy: 'Use what the message suggests; it names the nearest option.',
  },
  invalid_policy: {
    from: 'core',
    cause: 'A policy has a key that does not exist or a value it cannot have.',
    remedy: 'Use what the message suggests; it names the nearest key.',
  },
  unknown_event: {
    from: 'core',
    cause: 'There is no event of this name.',
    remedy: 'Use the name that the message suggests, or define the event first.',
  },
  no_policies: {
    from: 'core',
    cause: 'The module holds no policy, so nothing would ever be asked.',
    remedy: 'Export a policy, a list, options or hooks, as default or as `policies`.',
  },
  policies_invalid: {
    from: 'core',
    cause: 'The module exports something that is no policy.',
    remedy: 'Export a policy, a list, options or hooks, as default or as `policies`.',
  },
  policies_unreadable: {
    from: 'core',
    cause: 'The module of policies cannot be imported, or its function threw.',
    remedy: 'Repair the module; the message repeats what went wrong.',
  },
};
