import type { NativeFunctionTool } from '../translate/native.ts';

/** Returns an object that reads all members from this tool, as the app may change it later, except for `members`. */
export function likeTool(
  tool: NativeFunctionTool,
  ...members: readonly object[]
): NativeFunctionTool {
  const said: PropertyDescriptorMap = { [APPS_TOOL]: { value: tool } };
  for (const key of Reflect.ownKeys(tool)) {
    const enumerable = Object.prototype.propertyIsEnumerable.call(tool, key);
    said[key as string] = { ...sayAs(key), enumerable, configurable: true };
  }
  const own = members.map((each) => Object.getOwnPropertyDescriptors(each));
  return Object.create(
    Object.getPrototypeOf(tool) as object,
    Object.assign(said, ...own) as PropertyDescriptorMap,
  ) as NativeFunctionTool;
}

const APPS_TOOL: unique symbol = Symbol('interpose.openai-agents.tool') as never;

interface Said {
  readonly [APPS_TOOL]: Record<PropertyKey, unknown>;
}

const sayings = new Map<PropertyKey, PropertyDescriptor>();
const MOST_SAYINGS = 200;

/** Returns a property that reads and writes one member of the app's tool. All tools share it: it is read often. */
function sayAs(key: PropertyKey): PropertyDescriptor {
  const known = sayings.get(key);
  if (known !== undefined) return known;
  const made: PropertyDescriptor = {
    get(this: Said): unknown {
      return this[APPS_TOOL][key];
    },
    set(this: Said, value) {
      Reflect.set(this[APPS_TOOL], key, value);
    },
  };
  if (sayings.size < MOST_SAYINGS) sayings.set(key, made);
  return made;
}
