import {
  DefaultChatTransport,
  isToolUIPart,
  readUIMessageStream,
  type UIMessage,
} from 'ai';

import { hooks } from './hooks.ts';
import { POST } from './route.ts';

// What `useChat` does in the browser, without the browser: send the messages, read the answer as it comes.
const fetch = (_url: RequestInfo | URL, init?: RequestInit) =>
  POST(new Request('http://shop/api/chat', init));
const transport = new DefaultChatTransport({
  api: '/api/chat',
  fetch: fetch,
});
const messages: UIMessage[] = [
  {
    id: 'm1',
    role: 'user',
    parts: [{ type: 'text', text: 'My mug broke. Refund A-7, 42 euros.' }],
  },
];

async function send(): Promise<UIMessage> {
  const stream = await transport.sendMessages({
    chatId: 'thread-7',
    messages,
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
  });
  const last = messages.at(-1)!;
  let answer: UIMessage | undefined;
  for await (const message of readUIMessageStream({
    stream,
    ...(last.role === 'assistant' ? { message: last } : {}),
  }))
    answer = message;
  return answer!;
}

// #region approve
const asked = await send();
const part = asked.parts.find(isToolUIPart)!;
console.log('the page shows', part.type, part.state, part.input);

// The person presses Yes: useChat calls this addToolApprovalResponse({ id, approved: true }).
Object.assign(part, {
  state: 'approval-responded',
  approval: { ...part.approval, approved: true },
});
messages.push(asked);
const answer = await send();
for (const shown of answer.parts)
  if (isToolUIPart(shown))
    console.log('the page shows', shown.type, shown.output);
  else if (shown.type === 'text') console.log('the page shows', shown.text);
// #endregion approve
await hooks.close();
