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

/** The same model, of the same generation, with every call passing the hooks of this run's chat. */
export function hookModel<M extends NativeModel>(model: M, seam: ModelSeam): M {
  const original = tags.unhooked(model, seam.run.hooks);
  const hooked = new SeamModel(original, seam);
  const methods = {
    doGenerate: (params: NativeParams) => hooked.doGenerate(params),
    doStream: (params: NativeParams) => hooked.doStream(params),
  };
  return hookMethods(original, methods, seam.run.hooks);
}

/** A model whatever its generation, as it is asked. */
export interface AskedModel {
  doGenerate(params: NativeParams): Promise<NativeResult>;
  doStream(params: NativeParams): Promise<NativeStreamResult>;
}

/** The same for a model that only the SDK gets to see: it has what the SDK reads of a model, and costs less. */
export function hookModelForSdk(model: NativeModel, seam: ModelSeam): AskedModel {
  return new SeamModel(tags.unhooked(model, seam.run.hooks), seam);
}

/**
 * A class rather than a literal with a getter, whose shape would be another for each call. Its fields are public,
 * since the SDK puts proxies in front of models of older generations and calls methods on those.
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
