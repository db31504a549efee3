import type { CodeNote } from './code-note.ts';

/** The codes for mistakes in the setup of hooks. */
export const SETUP_CODES: Readonly<Record<string, CodeNote>> = {
  ambient_unavailable: {
    from: 'core',
    cause: 'This runtime has no AsyncLocalStorage, so the current session cannot be found.',
    remedy: 'Pass the session in the option `session`.',
  },
  clean_up_failed: {
    from: 'core',
    cause: 'A policy or session threw an error when it was closed.',
    remedy: 'Repair the clean-up of the policy that the message names.',
  },
  duplicate_policy: {
    from: 'core',
    cause: 'Two policies have the same name.',
    remedy: 'Give one of them another name.',
  },
  filter_unmatched: {
    from: 'core',
    cause:
      'A hook has `tool` or `agent` set to one that your app did not have yet, so it did not run.',
    remedy: 'Name one of those that the message lists, unless the app makes it later.',
  },
  close_timeout: {
    from: 'core',
    cause: 'Something still ran when `hooks.close()` had waited as long as `timeoutMs`.',
    remedy:
      'Let hooks and observers end when `ctx.signal` aborts; the hooks are closed all the same.',
  },
  hooks_closed: {
    from: 'core',
    cause: 'You used the hooks after `hooks.close()`.',
    remedy: 'Close them when the app ends, or call `createHooks` again.',
  },
  invalid_event: {
    from: 'core',
    cause: 'You defined an event whose name is taken, or whose settings contradict each other.',
    remedy: 'Choose another name, or repair what the message names.',
  },
  invalid_hook: {
    from: 'core',
    cause: 'You registered something that is not a function as a hook.',
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
    cause: 'No event has this name.',
    remedy: 'Use the name that the message suggests, or define the event first.',
  },
  no_policies: {
    from: 'core',
    cause: 'The module exports no policies, or nothing was added to the hooks that you passed.',
    remedy: 'Export policies, as default or as `policies`; pass the hooks that have them.',
  },
  policies_invalid: {
    from: 'core',
    cause: 'The module exports something that is not a policy.',
    remedy: 'Export a policy, a list, options or hooks, as default or as `policies`.',
  },
  policies_unreadable: {
    from: 'core',
    cause: 'The module with the policies could not be imported, or its function threw an error.',
    remedy: 'Repair the module; the message repeats what went wrong.',
  },
};
