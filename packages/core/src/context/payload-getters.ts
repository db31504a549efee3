import { EVENT_TABLE } from '../registry/events/event-table.ts';
import { payloadOf } from './context-state.ts';
import { InterposeError } from '../errors/interpose-error.ts';

/** The keys that hooks read most. Each has its own getter, because an own getter has its own inline cache. */
const OFTEN_READ: object = {
  get call(): unknown {
    return payloadOf(this).call;
  },
  get channel(): unknown {
    return payloadOf(this).channel;
  },
  get delta(): unknown {
    return payloadOf(this).delta;
  },
  get error(): unknown {
    return payloadOf(this).error;
  },
  get message(): unknown {
    return payloadOf(this).message;
  },
  get originalCall(): unknown {
    return payloadOf(this).originalCall;
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
  get sofar(): unknown {
    return payloadOf(this).sofar;
  },
  get tool(): unknown {
    return payloadOf(this).tool;
  },
};

/** The setter of everything on a context. Throws `readonly_context`. */
function refuseWrite(): never {
  throw new InterposeError(
    'readonly_context',
    'a hook assigned to its context',
    'return a verdict, or keep notes in ctx.metadata',
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

/** Puts getters for these payload keys on a prototype, except for keys that it has already. */
export function exposeKeys(prototype: object, keys: Iterable<string>): void {
  for (const key of keys) {
    if (key in prototype) continue;
    const reader = {
      get(this: object): unknown {
        return payloadOf(this)[key];
      },
      configurable: true,
    };
    exposeGetters(prototype, { [key]: reader });
  }
}

/** Puts getters for all keys of the contract's events on a prototype. */
export function exposePayload(prototype: object): void {
  exposeGetters(prototype, Object.getOwnPropertyDescriptors(OFTEN_READ));
  for (const { keys } of EVENT_TABLE.values()) exposeKeys(prototype, keys!);
}
