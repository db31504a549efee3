// This app knows nothing of policies: no import, no withHooks.
import { openai } from '@ai-sdk/openai';
import { generateText, isStepCount, tool } from 'ai';
import { z } from 'zod';

const delete_files = tool({
  description: 'Deletes every file of a folder.',
  inputSchema: z.object({ folder: z.string() }),
  execute: ({ folder }) => {
    console.log('DELETED', folder);
    return 'done';
  },
});
const { text } = await generateText({
  model: openai('gpt-5-mini'),
  tools: { delete_files },
  stopWhen: isStepCount(5),
  prompt: 'Tidy up my disk.',
});
console.log(text);
