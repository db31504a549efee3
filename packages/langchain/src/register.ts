import { interceptModule } from '@interpose/adapter-kit/register';
import { registeredHooks } from '@interpose/core/register';
import { withHooks, type Hookable } from './with-hooks.ts';

export type { RegisterConfig } from '@interpose/core/register';

/** The functions that make agents, by the module that exports them. */
const FACTORIES: Readonly<Record<string, string>> = {
  langchain: 'createAgent',
  '@langchain/langgraph/prebuilt': 'createReactAgent',
  '@langchain/langgraph-supervisor': 'createSupervisor',
  deepagents: 'createDeepAgent',
};

const hooks = await registeredHooks();
interceptModule({
  adapter: 'langchain',
  exports: Object.fromEntries(Object.entries(FACTORIES).map(([module, name]) => [module, [name]])),
  hooks,
  hook(real, specifier) {
    const name = FACTORIES[specifier]!;
    return { ...real, [name]: withHooks(real[name] as Hookable, hooks) };
  },
});
