import { interceptModule, type LoadedModule } from '@interpose/adapter-kit/register';
import { registeredHooks } from '@interpose/core/register';
import { withHooks, type Hookable } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

/** The classes whose clients ask models; the default export is the first of them. */
const CLIENTS = ['OpenAI', 'AzureOpenAI', 'BedrockOpenAI'];

type ClientClass = new (...given: never[]) => object;

const hooks = await registeredHooks();
interceptModule({
  adapter: 'openai',
  exports: { openai: ['default', ...CLIENTS] },
  hooks,
  hook: (real) => {
    const classes = CLIENTS.filter((name) => typeof real[name] === 'function').map(
      (name) => [name, hookedClass(real[name] as ClientClass)] as const,
    );
    const members = Object.fromEntries(classes);
    const own = members['OpenAI'];
    const hooked = { ...members, ...(own === undefined ? undefined : { default: own }) };
    return typeof real === 'function' ? requiredModule(real, hooked) : { ...real, ...hooked };
  },
});

function hookedClass(own: ClientClass): ClientClass {
  return new Proxy(own, {
    construct: (target, given, newTarget) =>
      withHooks(Reflect.construct(target, given, newTarget) as Hookable, hooks),
  });
}

/** A required module is the class itself, with everything else as its members. */
function requiredModule(real: LoadedModule, hooked: LoadedModule): LoadedModule {
  return new Proxy(hooked['default'] as LoadedModule, {
    get(own, key: string) {
      if (Object.hasOwn(hooked, key)) return hooked[key];
      return Object.hasOwn(own, key) || !(key in real) ? own[key] : real[key];
    },
  });
}
