import { ComponentType } from '@cyclonedx/cyclonedx-library/Enums';
import {
  Bom,
  Component,
  ComponentRepository,
  Metadata,
  OrganizationalEntity,
  Tools,
} from '@cyclonedx/cyclonedx-library/Models';
import { JSON as AsJson } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import type { AgentIdentity } from '@interpose/core';

import { addDetails } from './add-details.ts';
import { BomParts } from './bom-parts.ts';
import { propertiesOf } from './bom-properties.ts';
import type { AgentInventory } from './collect-inventory.ts';

/**
 * A bill of materials: a CycloneDX 1.6 document that `JSON.stringify` writes.
 *
 * @example
 * const document: AgBom = inventory(agent);
 * document.specVersion; // => '1.6'
 */
export type AgBom = AsJson.Types.Normalized.Bom;

/** The data of the document itself. */
export interface BomHead {
  readonly serialNumber: string;
  readonly timestamp: Date;
  readonly version: number;
}

/** Writes an inventory as CycloneDX 1.6; equal inventories and heads give equal documents. */
export function writeBom(
  { agent, components, frameworks }: AgentInventory,
  { serialNumber, timestamp, version }: BomHead,
): AgBom {
  const parts = new BomParts();
  const subject = subjectOf(agent, parts.refOf('agent', agent.id));
  parts.addAll(components);
  for (const { name, version: release } of frameworks) {
    const bomRef = parts.refOf('framework', name);
    const told = { bomRef, ...(release === '' ? {} : { version: release }) };
    parts.components.add(new Component(ComponentType.Framework, name, told));
  }
  for (const reference of parts.references) subject.dependencies.add(reference);
  const bom = new Bom({
    serialNumber,
    version,
    metadata: new Metadata({ timestamp, component: subject, tools: ownTools() }),
    components: parts.components,
    services: parts.services,
  });
  const normalizer = new AsJson.Normalize.Factory(Spec1dot6).makeForBom();
  return addDetails(normalizer.normalize(bom, { sortLists: true }), parts.details);
}

function subjectOf({ id, name = id, version, provider }: AgentIdentity, bomRef: string): Component {
  const subject = new Component(ComponentType.Application, name === '' ? 'agent' : name, {
    bomRef,
    properties: propertiesOf({ kind: 'agent', id }),
    ...(version === undefined ? {} : { version }),
  });
  if (provider?.name !== undefined)
    subject.supplier = new OrganizationalEntity({
      name: provider.name,
      ...(provider.url === undefined || !URL.canParse(provider.url)
        ? {}
        : { url: new Set([provider.url]) }),
    });
  return subject;
}

function ownTools(): Tools {
  const self = new Component(ComponentType.Application, 'aos', { group: '@interpose' });
  return new Tools({ components: new ComponentRepository([self]) });
}
