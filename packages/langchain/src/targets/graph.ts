import { isDict, type Layer } from '@interpose/adapter-kit';
import { TAGS } from './hook-object.ts';
import { hookRunner } from './runner.ts';
import { toolsIn, type Runner } from './shapes.ts';
import { hookToolInPlace } from '../tools/hook-tools.ts';
import { listIn } from '../translate/native.ts';

/**
 * A compiled graph whose parts are out of reach: tools are hooked where its nodes hold them or where a run meets them,
 * and a model that is not hooked is refused as soon as it is called, where hooks listen to models.
 */
export function hookGraph<R extends Runner>(graph: R, layer: Layer): R {
  if (TAGS.of(graph)?.hooks === layer.hooks) return graph;
  for (const tool of nodesOf(graph).flatMap(toolsIn)) hookToolInPlace(tool, layer.hooks);
  return hookRunner(graph, layer, {}, true);
}

/** What the nodes of a graph run, and what those of its subgraphs do. */
function nodesOf(graph: unknown, depth = 0): readonly unknown[] {
  const nodes: unknown = isDict(graph) ? graph['nodes'] : undefined;
  if (!isDict(nodes) || depth > 8) return [];
  return Object.values(nodes).flatMap((node) => {
    const bound: unknown = isDict(node) ? node['bound'] : undefined;
    const steps: unknown = isDict(bound) ? bound['steps'] : undefined;
    const all: readonly unknown[] = [bound, ...listIn(steps)];
    return all.flatMap((each) => [each, ...nodesOf(each, depth + 1)]);
  });
}
