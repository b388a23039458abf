/** Storage key of the hub's push key, with which the worker can renew the subscription. */
export const pushKeyName = 'pushKey';
