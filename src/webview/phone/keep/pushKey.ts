/** Under this name the key is kept by which the hub sends pushes, so that the worker can subscribe anew. */
export const pushKeyName = 'pushKey';
