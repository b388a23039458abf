const fs = require('node:fs');
const v8 = require('node:v8');
const vm = require('node:vm');

/**
 * Runs a bundle as the given module. The first process stores the compiled code beside the bundle
 * for all others with the same V8 flags: compiling is half of the hub's load time.
 */
module.exports = (bundle, exports, require, module, filename, dirname) => {
  const cache = `${bundle}.${v8.cachedDataVersionTag()}`;
  const cachedData = fs.existsSync(cache) ? fs.readFileSync(cache) : undefined;
  const code = fs.readFileSync(bundle, 'utf8');
  const script = new vm.Script(
    `(function (exports, require, module, __filename, __dirname) {${code}\n})`,
    {
      filename,
      cachedData,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  );
  script.runInThisContext()(exports, require, module, filename, dirname);
  if (cachedData !== undefined) return;
  const draft = `${cache}.${process.pid}`;
  try {
    fs.writeFileSync(draft, script.createCachedData());
    fs.renameSync(draft, cache);
  } catch {
    // Another user cannot write here.
  }
};
