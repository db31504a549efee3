import { MessagesAnnotation, StateGraph, type CompiledStateGraph } from '@langchain/langgraph';

/** What a graph of messages takes for a node. */
export type Node = Parameters<StateGraph<typeof MessagesAnnotation>['addNode']>[1];

type State = typeof MessagesAnnotation;
type Graph = CompiledStateGraph<
  State['State'],
  State['Update'],
  '__start__' | 'act',
  State['spec'],
  State['spec']
>;

/** A compiled graph of this one node. */
export function graphOf(node: unknown): Graph {
  return new StateGraph(MessagesAnnotation)
    .addNode('act', node as Node)
    .addEdge('__start__', 'act')
    .addEdge('act', '__end__')
    .compile();
}
