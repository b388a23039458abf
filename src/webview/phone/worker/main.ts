import { servePush } from './push';

declare const self: ServiceWorkerGlobalScope;

servePush(self);
