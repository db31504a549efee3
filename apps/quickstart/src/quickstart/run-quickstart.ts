import { withHooks } from '@interpose/ai-sdk';
import { createHooks, InterposeError } from '@interpose/core';
import { ToolLoopAgent } from 'ai';
import { approver, askForRefunds, hideCards, noDeletion } from '../shop/policies.ts';
import { shopTools } from '../shop/shop-tools.ts';
import { formatOutro } from './format-outro.ts';
import { openModel, readConversation } from './open-model.ts';
import type { ModelChoice } from './parse-quickstart-arguments.ts';
import { Storyteller } from './storyteller.ts';

/**
 * Runs a support agent through three policies and tells what happened.
 *
 * Throws `InterposeError` with code `model_failed` where the service gives no answer.
 */
export async function runQuickstart(
  choice: ModelChoice,
  print: (text: string) => void,
): Promise<void> {
  const conversation = await readConversation();
  await using open = await openModel(choice, conversation);
  print(`An AI SDK agent with three policies around it. ${open.about}\n`);

  const storyteller = new Storyteller(print);
  const hooks = createHooks({
    policies: [noDeletion, hideCards, askForRefunds],
    approver: storyteller.overhear(approver),
  });
  storyteller.watch(hooks);
  const agent = withHooks(
    new ToolLoopAgent({
      model: open.model,
      tools: shopTools(),
      instructions: conversation.instructions ?? '',
      onError: () => {},
    }),
    hooks,
  );

  const prompt = conversation.chats[0]?.user.join('\n') ?? '';
  const { stream } = await agent.stream({ prompt });
  for await (const part of stream) if (part.type === 'error') throw modelFailed(part.error);
  await hooks.close();
  print(formatOutro(storyteller.calls));
}

function modelFailed(error: unknown): InterposeError {
  const reason = error instanceof Error ? error.message : String(error);
  return new InterposeError(
    'model_failed',
    `the model gave no answer: ${reason}`,
    'check OPENAI_API_KEY, OPENAI_MODEL and the network, or leave --live out',
    { cause: error },
  );
}
