import { payloadOf } from './context-state.ts';
import { InterposeError } from '../errors/interpose-error.ts';

/**
 * A getter per payload key of the contract, written out: each has its own inline cache,
 * which one shared getter with a computed key would not.
 */
export const PAYLOAD_ACCESSORS: object = {
  get call(): unknown {
    return payloadOf(this).call;
  },
  get callId(): unknown {
    return payloadOf(this).callId;
  },
  get cause(): unknown {
    return payloadOf(this).cause;
  },
  get change(): unknown {
    return payloadOf(this).change;
  },
  get channel(): unknown {
    return payloadOf(this).channel;
  },
  get code(): unknown {
    return payloadOf(this).code;
  },
  get component(): unknown {
    return payloadOf(this).component;
  },
  get delta(): unknown {
    return payloadOf(this).delta;
  },
  get direction(): unknown {
    return payloadOf(this).direction;
  },
  get durationMs(): unknown {
    return payloadOf(this).durationMs;
  },
  get ended(): unknown {
    return payloadOf(this).ended;
  },
  get error(): unknown {
    return payloadOf(this).error;
  },
  get failedEvent(): unknown {
    return payloadOf(this).failedEvent;
  },
  get from(): unknown {
    return payloadOf(this).from;
  },
  get hook(): unknown {
    return payloadOf(this).hook;
  },
  get last(): unknown {
    return payloadOf(this).last;
  },
  get leg(): unknown {
    return payloadOf(this).leg;
  },
  get memory(): unknown {
    return payloadOf(this).memory;
  },
  get message(): unknown {
    return payloadOf(this).message;
  },
  get messages(): unknown {
    return payloadOf(this).messages;
  },
  get method(): unknown {
    return payloadOf(this).method;
  },
  get originalCall(): unknown {
    return payloadOf(this).originalCall;
  },
  get query(): unknown {
    return payloadOf(this).query;
  },
  get reason(): unknown {
    return payloadOf(this).reason;
  },
  get record(): unknown {
    return payloadOf(this).record;
  },
  get request(): unknown {
    return payloadOf(this).request;
  },
  get response(): unknown {
    return payloadOf(this).response;
  },
  get result(): unknown {
    return payloadOf(this).result;
  },
  get results(): unknown {
    return payloadOf(this).results;
  },
  get resumes(): unknown {
    return payloadOf(this).resumes;
  },
  get role(): unknown {
    return payloadOf(this).role;
  },
  get scope(): unknown {
    return payloadOf(this).scope;
  },
  get server(): unknown {
    return payloadOf(this).server;
  },
  get sofar(): unknown {
    return payloadOf(this).sofar;
  },
  get source(): unknown {
    return payloadOf(this).source;
  },
  get synthetic(): unknown {
    return payloadOf(this).synthetic;
  },
  get task(): unknown {
    return payloadOf(this).task;
  },
  get to(): unknown {
    return payloadOf(this).to;
  },
  get tool(): unknown {
    return payloadOf(this).tool;
  },
  get trigger(): unknown {
    return payloadOf(this).trigger;
  },
};

/** The setter of everything on a context. Throws `readonly_context`. */
function refuseWrite(): never {
  throw new InterposeError(
    'readonly_context',
    'a hook assigned to its context',
    'return a verdict instead, or keep notes in ctx.metadata',
  );
}

/** Puts getters on a prototype, each with a setter that throws `readonly_context`. */
export function exposeGetters(
  prototype: object,
  descriptors: Readonly<Record<string, PropertyDescriptor>>,
): void {
  for (const [key, descriptor] of Object.entries(descriptors)) {
    if (descriptor.get === undefined) continue;
    Object.defineProperty(prototype, key, { ...descriptor, set: refuseWrite, enumerable: true });
  }
}
