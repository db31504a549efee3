import type { Harness } from '@interpose/testing/conformance';

// What adapters are tested with is no part of any package, so it is read where it lies.
// @boundaries-ignore the harnesses of the adapters are shared by tests only
import { aiSdkHarness } from '../../ai-sdk/test/harness/ai-sdk-harness.ts';
// @boundaries-ignore as above
import { sdkVersions as aiSdkVersions } from '../../ai-sdk/test/sdk-versions.ts';
// @boundaries-ignore as above
import { langchainHarness } from '../../langchain/test/harness/langchain-harness.ts';
// @boundaries-ignore as above
import { installed } from '../../langchain/test/sdk-versions.ts';
// @boundaries-ignore as above
import { agentsHarness } from '../../openai-agents/test/harness/agents-harness.ts';
// @boundaries-ignore as above
import { sdkVersions as agentsVersions } from '../../openai-agents/test/sdk-versions.ts';
// @boundaries-ignore as above
import { openaiHarness } from '../../openai/test/harness/openai-harness.ts';
// @boundaries-ignore as above
import { sdkVersions as openaiVersions } from '../../openai/test/sdk-versions.ts';

/** Every SDK at its highest supported version, as its own adapter is tested. */
export const harnesses: readonly Harness[] = [
  aiSdkHarness(aiSdkVersions.at(-1)!, 'ToolLoopAgent'),
  langchainHarness({ version: '1.5.14', sdk: installed }, 'createAgent'),
  agentsHarness(agentsVersions.at(-1)!, 'Agent'),
  openaiHarness(openaiVersions.at(-1)!, 'chat.completions'),
];
