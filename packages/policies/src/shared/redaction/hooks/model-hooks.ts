import type { Message, PolicyHooks, Trigger } from '@interpose/core';

import { changed } from './changed.ts';
import { mapMessage, mapMessages, mapParts } from '../values/map-message.ts';
import type { Change } from '../values/scalar.ts';
import type { RedactionSettings } from './redaction-options.ts';
import type { Redactor } from '../redactor/redactor.ts';

/**
 * Makes the hooks that hide values in messages for the model.
 *
 * @example
 * definePolicy({ name: 'redact', hooks: modelHooks(redactor, settings) });
 */
export function modelHooks(
  redactor: Redactor,
  { redactInstructions }: RedactionSettings,
): PolicyHooks {
  const reading = {
    isRead: redactInstructions ? () => true : isNoInstruction,
    readsInstructions: redactInstructions,
  };
  return {
    onTrigger: {
      onError: 'deny',
      run: ({ session, trigger }) =>
        changed('trigger', trigger, redactor.hide(session, trigger, mapTrigger, true)),
    },
    onUserMessage: {
      onError: 'deny',
      run: ({ session, message }) =>
        changed('message', message, redactor.hide(session, message, mapMessage, true)),
    },
    ...(redactInstructions && {
      onSystemMessage: {
        onError: 'deny',
        run: ({ session, message }) =>
          changed('message', message, redactor.hide(session, message, mapMessage, true)),
      },
    }),
    preRequest: {
      onError: 'deny',
      run: ({ session, request }) =>
        changed('request', request, redactor.hideRequest(session, request, reading)),
    },
    preCompact: {
      onError: 'deny',
      run: ({ session, messages }) =>
        changed('messages', messages, redactor.hide(session, messages, mapMessages, true)),
    },
  };
}

function isNoInstruction({ role }: Message): boolean {
  return role !== 'system';
}

function mapTrigger(trigger: Trigger, change: Change): Trigger {
  const content = mapParts(trigger.content, change);
  return content === trigger.content ? trigger : { ...trigger, content };
}
