/** Generated from the repaired schema of AOS 0.1.0 by `pnpm generate`; not edited by hand. */

export type AOS010MessagesRepaired = AOSRequest | AOSResponse;
export type AOSRequest =
  | MessageStep
  | AgentTriggerStep
  | MemoryContextRetrievalStep
  | MemoryStoreStep
  | ToolCallRequestStep
  | ToolCallResultStep
  | KnowledgeRetrievalStep
  | PingRequest
  | A2AMessageSend
  | A2AMessageStream
  | A2ATaskPushNotificationConfigSet
  | A2ATaskPushNotificationConfigGet
  | A2ATasksResubscribe
  | A2ATasksCancel
  | A2ATaskGet
  | MCPMessage;
export type Part = TextPart | FilePart | DataPart;
export type Source = FileSource | SiteSource;
export type AOSResponse = AOSSuccessResponse | PingRequestSuccessResponse | JSONRPCErrorResponse;
export type AOSSuccessResult = {
  decision: "allow" | "deny" | "modify";
  reasoning?: string;
  reasonCode?: string[];
  message: string;
  data?: {
    [k: string]: unknown;
  };
  modifiedRequest?: ModifiedRequest;
  [k: string]: unknown;
};
export type ModifiedRequest =
  | MessageStep
  | AgentTriggerStep
  | MemoryContextRetrievalStep
  | MemoryStoreStep
  | ToolCallRequestStep
  | ToolCallResultStep
  | KnowledgeRetrievalStep
  | A2AMessageSend
  | A2AMessageStream
  | A2ATaskPushNotificationConfigSet
  | A2ATaskPushNotificationConfigGet
  | A2ATasksResubscribe
  | A2ATasksCancel
  | A2ATaskGet
  | MCPMessage;

export interface MessageStep {
  jsonrpc: "2.0";
  id: number | string;
  method: "steps/message";
  params: {
    context: StepContext;
    message: Message;
    citations?: Source[];
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface StepContext {
  agent: Agent;
  session: Session;
  turnId: string;
  stepId: string;
  timestamp: string;
  user?: User;
  [k: string]: unknown;
}
export interface Agent {
  id: string;
  name: string;
  url?: string;
  description?: string;
  instructions: string;
  tools?: ToolDefinition[];
  mcpServers?: MCPServer[];
  resources?: Resource[];
  model?: Model;
  version: string;
  provider: AgentProvider;
  organization?: Organization;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface ToolDefinition {
  name: string;
  id: string;
  description?: string;
  type: string;
  arguments: ToolArgumentDefinition[] | null;
  outputs: ToolOutputDefinition[] | null;
  [k: string]: unknown;
}
export interface ToolArgumentDefinition {
  name: string;
  id?: string;
  description?: string;
  type?: "string" | "number" | "boolean" | "object" | "array" | "null";
  mimeType?: string | null;
  required: boolean;
  [k: string]: unknown;
}
export interface ToolOutputDefinition {
  name?: string;
  id?: string;
  description?: string;
  type?: "string" | "number" | "boolean" | "object" | "array" | "null";
  mimeType?: string | null;
  [k: string]: unknown;
}
export interface MCPServer {
  name: string;
  version: string;
  [k: string]: unknown;
}
export interface Resource {
  description?: string;
  mimeType?: string;
  name: string;
  id: string;
  content: string;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface Model {
  id: string;
  name: string;
  provider: LlmProvider;
  type?: "chat" | "completion" | "embedding";
  maxTokens?: number;
  defaultParams?: {
    [k: string]: unknown;
  };
  contextWindow?: number;
  stopSequences?: string[];
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface LlmProvider {
  name: string;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface AgentProvider {
  name: string;
  url: string;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface Organization {
  id: string;
  name?: string;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface Session {
  id: string;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface User {
  id: string;
  name?: string;
  email?: string;
  organization?: Organization;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface Message {
  role: "user" | "agent" | "system";
  /**
   * @minItems 1
   */
  content: [Part, ...Part[]];
  id: string;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface TextPart {
  kind: "text";
  text: string;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface FilePart {
  file: FileWithBytes | FileWithUri;
  kind: "file";
  metadata?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface FileWithBytes {
  bytes: string;
  mimeType?: string;
  name?: string;
  [k: string]: unknown;
}
export interface FileWithUri {
  mimeType?: string;
  name?: string;
  uri: string;
  [k: string]: unknown;
}
export interface DataPart {
  kind: "data";
  data:
    | {
        [k: string]: unknown;
      }
    | unknown[];
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface FileSource {
  kind: "file";
  id: string;
  name: string;
  url?: string;
  [k: string]: unknown;
}
export interface SiteSource {
  kind: "site";
  url: string;
  [k: string]: unknown;
}
export interface AgentTriggerStep {
  jsonrpc: "2.0";
  id: number | string;
  method: "steps/agentTrigger";
  params: {
    context: StepContext;
    trigger: AgentTrigger;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface AgentTrigger {
  type: "autonomous";
  /**
   * @minItems 1
   */
  content: [Part, ...Part[]];
  event: AgentTriggerEvent;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface AgentTriggerEvent {
  type: string;
  id: string;
  [k: string]: unknown;
}
export interface MemoryContextRetrievalStep {
  jsonrpc: "2.0";
  id: number | string;
  method: "steps/memoryContextRetrieval";
  params: {
    context: StepContext;
    memory: string[];
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface MemoryStoreStep {
  jsonrpc: "2.0";
  id: number | string;
  method: "steps/memoryStore";
  params: {
    context: StepContext;
    memory: string[];
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface ToolCallRequestStep {
  jsonrpc: "2.0";
  id: number | string;
  method: "steps/toolCallRequest";
  params: {
    context: StepContext;
    toolCallRequest: ToolCallRequest;
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface ToolCallRequest {
  executionId: string;
  toolId: string;
  inputs: ToolArgumentValue[];
  [k: string]: unknown;
}
export interface ToolArgumentValue {
  name: string;
  id?: string;
  value: unknown;
  [k: string]: unknown;
}
export interface ToolCallResultStep {
  jsonrpc: "2.0";
  id: number | string;
  method: "steps/toolCallResult";
  params: {
    context: StepContext;
    toolCallResult: {
      executionId: string;
      result: ToolCallResult;
      [k: string]: unknown;
    };
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface ToolCallResult {
  outputs: TextPart[];
  isError: boolean;
  [k: string]: unknown;
}
export interface KnowledgeRetrievalStep {
  jsonrpc: "2.0";
  id: number | string;
  method: "steps/knowledgeRetrieval";
  params: {
    context: StepContext;
    knowledgeStep: KnowledgeRetrievalStepParams;
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface KnowledgeRetrievalStepParams {
  query?: string;
  keywords?: string[];
  results: KnowledgeRetrievalResult[];
  [k: string]: unknown;
}
export interface KnowledgeRetrievalResult {
  id: string;
  content: string;
  mimeType?: string;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface PingRequest {
  jsonrpc: "2.0";
  id: number | string;
  method: "ping";
  params: {
    timestamp: string;
    timeout?: number;
    metadata?: {
      [k: string]: unknown;
    } | null;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface A2AMessageSend {
  jsonrpc: "2.0";
  id: number | string;
  method: "message/send";
  params: {
    payload: {
      [k: string]: unknown;
    };
    context: A2AContext;
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface A2AContext {
  from: A2AFullAgentContext | A2APartialAgentContext;
  to: A2AFullAgentContext | A2APartialAgentContext;
  [k: string]: unknown;
}
export interface A2AFullAgentContext {
  agent: A2AFullAgent;
  role: "client" | "server";
  [k: string]: unknown;
}
export interface A2AFullAgent {
  id?: string;
  name: string;
  url: string;
  description?: string;
  instructions: string;
  tools?: ToolDefinition[];
  mcpServers?: MCPServer[];
  resources?: Resource[];
  model?: Model;
  version: string;
  provider: AgentProvider;
  organization?: Organization;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface A2APartialAgentContext {
  agent: A2APartialAgentDetails;
  role: "client" | "server";
  [k: string]: unknown;
}
export interface A2APartialAgentDetails {
  url: string;
  name: string;
  version: string;
  [k: string]: unknown;
}
export interface A2AMessageStream {
  jsonrpc: "2.0";
  id: number | string;
  method: "message/stream";
  params: {
    payload: {
      [k: string]: unknown;
    };
    context: A2AContext;
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface A2ATaskPushNotificationConfigSet {
  jsonrpc: "2.0";
  id: number | string;
  method: "tasks/pushNotificationConfig/set";
  params: {
    payload: {
      [k: string]: unknown;
    };
    context: A2AContext;
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface A2ATaskPushNotificationConfigGet {
  jsonrpc: "2.0";
  id: number | string;
  method: "tasks/pushNotificationConfig/get";
  params: {
    payload: {
      [k: string]: unknown;
    };
    context: A2AContext;
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface A2ATasksResubscribe {
  jsonrpc: "2.0";
  id: number | string;
  method: "tasks/resubscribe";
  params: {
    payload: {
      [k: string]: unknown;
    };
    context: A2AContext;
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface A2ATasksCancel {
  jsonrpc: "2.0";
  id: number | string;
  method: "tasks/cancel";
  params: {
    payload: {
      [k: string]: unknown;
    };
    context: A2AContext;
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface A2ATaskGet {
  jsonrpc: "2.0";
  id: number | string;
  method: "tasks/get";
  params: {
    payload: {
      [k: string]: unknown;
    };
    context: A2AContext;
    reasoning?: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface MCPMessage {
  jsonrpc: "2.0";
  id: number | string;
  method: "protocols/MCP";
  params: {
    message: {
      [k: string]: unknown;
    };
    reasoning?: string;
    context?: StepContext;
    direction?: "outbound" | "inbound";
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
export interface AOSSuccessResponse {
  jsonrpc: "2.0";
  id: number | string;
  result: AOSSuccessResult;
  [k: string]: unknown;
}
export interface PingRequestSuccessResponse {
  jsonrpc: "2.0";
  id: number | string;
  result: PingRequestResult;
  [k: string]: unknown;
}
export interface PingRequestResult {
  status: "connected" | "error";
  version: string;
  timestamp: string;
  metadata?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
export interface JSONRPCErrorResponse {
  error: JSONRPCError;
  id: string | number | null;
  jsonrpc: "2.0";
  [k: string]: unknown;
}
export interface JSONRPCError {
  code: number;
  message: string;
  data?: unknown;
  [k: string]: unknown;
}
