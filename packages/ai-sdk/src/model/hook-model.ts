import type { Tag } from '@interpose/adapter-kit';
import { streamThrough } from '../stream/stream-model.ts';
import { hookMethods, tags } from '../targets/tags.ts';
import type {
  NativeModel,
  NativeParams,
  NativeResult,
  NativeStreamResult,
} from '../translate/native.ts';
import { generateThrough } from './generate.ts';
import type { ModelSeam } from './model-call.ts';

/** Returns the model, of the same generation, so that every call passes the hooks of the run's chat. */
export function hookModel<M extends NativeModel>(model: M, seam: ModelSeam): M {
  const original = tags.unhooked(model, seam.run.hooks);
  const hooked = new SeamModel(original, seam);
  const methods = {
    doGenerate: (params: NativeParams) => hooked.doGenerate(params),
    doStream: (params: NativeParams) => hooked.doStream(params),
  };
  return hookMethods(original, methods, seam.run.hooks);
}

/** The members by which a model of any generation is asked. */
export interface AskedModel {
  doGenerate(params: NativeParams): Promise<NativeResult>;
  doStream(params: NativeParams): Promise<NativeStreamResult>;
}

/** Returns a hooked model for the SDK only: it has just the members that the SDK reads, and costs less. */
export function hookModelForSdk(model: NativeModel, seam: ModelSeam): AskedModel {
  return new SeamModel(tags.unhooked(model, seam.run.hooks), seam);
}

/**
 * A class, because an object literal with a getter would get a new hidden class for each call. The fields are public,
 * since the SDK wraps models of older generations in proxies and calls methods on those.
 */
class SeamModel implements AskedModel {
  readonly specificationVersion: NativeModel['specificationVersion'];
  readonly provider: string;
  readonly modelId: string;
  readonly target: NativeModel;
  readonly seam: ModelSeam;

  constructor(model: NativeModel, seam: ModelSeam) {
    this.specificationVersion = model.specificationVersion;
    this.provider = model.provider;
    this.modelId = model.modelId;
    this.target = model;
    this.seam = seam;
  }

  get supportedUrls(): NativeModel['supportedUrls'] {
    return this.target.supportedUrls;
  }

  get [tags.key](): Tag {
    return { hooks: this.seam.run.hooks, target: this.target };
  }

  doGenerate(params: NativeParams): Promise<NativeResult> {
    return generateThrough({ seam: this.seam, model: this.target, params });
  }

  doStream(params: NativeParams): Promise<NativeStreamResult> {
    return streamThrough({ seam: this.seam, model: this.target, params });
  }
}
