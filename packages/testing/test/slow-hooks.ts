import { createHooks, type EventName, type Hooks } from '@interpose/core';

/** Returns hooks that say nothing, but decide only once somebody has changed the objects they were asked about. */
export function slowHooks(event: EventName, change: () => void): Hooks {
  const hooks = createHooks();
  hooks.addHook(event as 'preRequest', async () => {
    await new Promise((resolve) => setTimeout(resolve));
    change();
  });
  return hooks;
}
