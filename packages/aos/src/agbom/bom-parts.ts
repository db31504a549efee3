import { ComponentType } from '@cyclonedx/cyclonedx-library/Enums';
import {
  Component,
  ComponentRepository,
  OrganizationalEntity,
  Service,
  ServiceRepository,
  type BomRef,
} from '@cyclonedx/cyclonedx-library/Models';
import type { Dict, InventoryComponent } from '@interpose/core';

import { dictAt, stringAt } from '../wire/is-dict.ts';
import { propertiesOf } from './bom-properties.ts';

/** Makes the parts of one document, each with its own reference. */
export class BomParts {
  readonly components: ComponentRepository = new ComponentRepository();
  readonly services: ServiceRepository = new ServiceRepository();
  /** Fields that the schema has and the library has no model for, by reference. */
  readonly details: Map<string, Dict> = new Map();
  readonly #refs = new Set<string>();
  readonly #servers = new Map<string, Service>();

  /** Adds all components; servers first, since their tools belong to them. */
  addAll(inventory: readonly InventoryComponent[]): void {
    for (const each of inventory) if (each.kind === 'mcp') this.#addServer(each);
    for (const each of inventory) if (each.kind !== 'mcp') this.#add(each);
  }

  /** Returns a reference that no other part of this document has. */
  refOf(kind: string, name: string): string {
    const wanted = `${kind}:${name}`;
    let ref = wanted;
    for (let count = 2; this.#refs.has(ref); count++) ref = `${wanted}#${count}`;
    this.#refs.add(ref);
    return ref;
  }

  get references(): readonly BomRef[] {
    return [...this.components, ...this.services].map(({ bomRef }) => bomRef);
  }

  #add(component: InventoryComponent): void {
    const { kind, metadata = {} } = component;
    if (kind === 'model') this.#addModel(component);
    else if (kind === 'knowledge' || kind === 'memory') this.#addData(component);
    else if (isRemote(component)) this.#addService(component, stringAt(metadata, 'server'));
    else this.components.add(this.#component(ComponentType.Application, component));
  }

  #addModel(component: InventoryComponent): void {
    const model = this.#component(ComponentType.MachineLearningModel, component);
    const provider = stringAt(component.metadata ?? {}, 'provider');
    const properties =
      provider === undefined ? [] : [{ name: 'interpose:provider', value: provider }];
    if (provider !== undefined) model.supplier = new OrganizationalEntity({ name: provider });
    this.details.set(String(model.bomRef), { modelCard: { properties } });
    this.components.add(model);
  }

  #addData(component: InventoryComponent): void {
    const data = this.#component(ComponentType.Data, component);
    const type = component.kind === 'knowledge' ? 'dataset' : 'other';
    this.details.set(String(data.bomRef), { data: [{ type, name: data.name }] });
    this.components.add(data);
  }

  #addService(component: InventoryComponent, server: string | undefined): void {
    const service = this.#service(component);
    const { services } = server === undefined ? this : this.#serverOf(server);
    services.add(service);
  }

  #addServer(component: InventoryComponent): Service {
    const service = this.#service(component);
    this.#servers.set(component.name, service);
    this.services.add(service);
    return service;
  }

  /** Returns the service of a server, which may be known only from its tools. */
  #serverOf(name: string): Service {
    return this.#servers.get(name) ?? this.#addServer({ kind: 'mcp', name });
  }

  #component(type: ComponentType, component: InventoryComponent): Component {
    return new Component(type, nameOf(component), this.#facts(component));
  }

  #service(component: InventoryComponent): Service {
    const service = new Service(nameOf(component), this.#facts(component));
    const endpoints = [component.metadata?.['url'], component.name].filter(isUrl);
    this.details.set(String(service.bomRef), {
      'x-trust-boundary': true,
      ...(endpoints.length === 0 ? {} : { endpoints: endpoints.slice(0, 1) }),
    });
    return service;
  }

  #facts(component: InventoryComponent): ConstructorParameters<typeof Service>[1] {
    const { kind, metadata = {} } = component;
    const version =
      stringAt(metadata, 'version') ?? stringAt(dictAt(metadata, 'serverInfo'), 'version');
    const description = stringAt(metadata, 'description');
    return {
      bomRef: this.refOf(kind, nameOf(component)),
      properties: propertiesOf({ kind, ...metadata }),
      ...(version === undefined ? {} : { version }),
      ...(description === undefined ? {} : { description }),
    };
  }
}

/** Returns a name that is not empty: schemas allow an empty one, readers do not. */
function nameOf({ kind, name }: InventoryComponent): string {
  return name === '' ? kind : name;
}

/** Whether a component runs elsewhere: a tool of a server or provider, or an agent behind a protocol. */
function isRemote({ kind, metadata = {} }: InventoryComponent): boolean {
  if (kind === 'agent') return metadata['delegation'] === 'a2a';
  return metadata['origin'] === 'mcp' || metadata['origin'] === 'provider';
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z\d+.-]*:\/\//i.test(value) && URL.canParse(value);
}
