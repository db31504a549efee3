export { absentModel } from './offers/absent-model.ts';
export { deniedOffers } from './offers/denied-offers.ts';
export { providerTool } from './offers/provider-tool.ts';
export { seeNamedModel } from './offers/see-named-model.ts';
