/** Our hooks in the scratch home's settings, put there by the product's own installer. */
export async function installHooks(_configHome: string): Promise<void> {}
