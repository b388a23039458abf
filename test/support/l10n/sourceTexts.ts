import { parseSync, visitorKeys, type Node } from 'oxc-parser';

/** A text in a call of `t`, `counted` or `message`. */
export interface UsedText {
  readonly text: string;
  /**
   * Number of values that the call passes; undefined if the text is only marked for translation.
   */
  readonly values: number | undefined;
  readonly line: number;
}

/** A text that looks user-visible and is not translated. */
export interface LooseText {
  readonly text: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/**
 * A call that reads a text or the language while its module loads, before the language is known.
 */
export interface EarlyCall {
  readonly call: string;
  readonly line: number;
}

export interface SourceTexts {
  readonly used: readonly UsedText[];
  readonly early: readonly EarlyCall[];
  readonly loose: readonly LooseText[];
}

/** Attributes whose values are not user-visible. */
const technicalAttributes =
  /^(?:className|id|type|role|key|href|src|dir|lang|method|rel|autoComplete|aria-(?:live|haspopup|controls|labelledby|describedby|keyshortcuts|orientation|current|sort)|data-.*)$/;

/** Calls whose texts are translated already, logged, or technical. */
const technicalCalls =
  /^(?:message|t|counted|describe|(?:.*\.)?(?:trace|debug|info|warn|error|querySelector|querySelectorAll|closest|matches|getElementById|addEventListener|removeEventListener|setAttribute|matchMedia|startsWith|endsWith|includes|has|get|indexOf|split|join|executeCommand|registerCommand|literal|enum|createElement|getPropertyValue|toBlob))$/;
const readCalls = /window\.(?:show|set)|statusBar/;
const technicalErrors = /^(?:Error|TypeError|RangeError|RegExp|URL|Intl\..*)$/;

/** Finds the user-visible texts of a source, translated and untranslated. */
export function sourceTexts(file: string, source: string): SourceTexts {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ''}`);
  const used: UsedText[] = [];
  const early: EarlyCall[] = [];
  const loose: LooseText[] = [];
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length;
  walk(program, [], (node, ancestors) => {
    used.push(...usedIn(node).map((one) => ({ ...one, line: lineOf(node.start) })));
    if (isAsking(node) && !ancestors.some(isRunLater)) {
      early.push({ call: source.slice(node.start, node.end), line: lineOf(node.start) });
    }
    const text = textOf(node);
    if (text === undefined || !isReadable(text) || isTechnical(node, ancestors)) return;
    loose.push({
      text,
      line: lineOf(node.start),
      start: node.start,
      end: node.end,
      kind: node.type,
    });
  });
  return { used, early, loose };
}

function isAsking(node: Node): boolean {
  return node.type === 'CallExpression' && /^(?:t|counted|language)$/.test(nameOf(node.callee));
}

/** A function or an instance field: its code does not run while the module loads. */
function isRunLater(node: Node): boolean {
  return /Function/.test(node.type) || (node.type === 'PropertyDefinition' && !node.static);
}

function usedIn(node: Node): readonly Omit<UsedText, 'line'>[] {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return [];
  const [first, ...rest] = node.arguments;
  const some = node.arguments.some(({ type }) => type === 'SpreadElement');
  const text = (argument: Node | undefined): string => (argument && textOf(argument)) ?? '';
  switch (node.callee.name) {
    case 't':
      return first && textOf(first) !== undefined
        ? [{ text: text(first), values: some ? undefined : rest.length }]
        : [];
    case 'message':
      return [{ text: text(first), values: undefined }];
    case 'counted':
      return rest
        .slice(0, 2)
        .map((argument) => ({ text: text(argument), values: some ? undefined : rest.length - 1 }));
    default:
      return [];
  }
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'JSXText') return node.value.replace(/\s+/g, ' ').trim();
  if (node.type !== 'TemplateLiteral') return undefined;
  return node.quasis
    .map(({ value }, index) => (index === 0 ? '' : `{${index - 1}}`) + (value.cooked ?? ''))
    .join('');
}

/** True for several words, or a single capitalized one. */
function isReadable(text: string): boolean {
  const words = text
    .replace(/\$\([\w~-]+\)/g, '')
    .replace(/\{\d\}/g, '0')
    .replace(/Mission Control( for Claude Code)?/g, '')
    .trim();
  if (!/[a-z]{2}/.test(words)) return false;
  return /[\w)\]"'’”…,:;!?%.·■✻]\s+[\w("'“<$≈]/.test(words) || /^[A-Z][a-z]+[….:?!]?$/.test(words);
}

function isTechnical(node: Node, ancestors: readonly Node[]): boolean {
  const [parent] = ancestors;
  if (parent === undefined) return false;
  switch (parent.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'TSLiteralType':
    case 'TSImportType':
    case 'SwitchCase':
    case 'TaggedTemplateExpression':
      return true;
    case 'Property':
      if (parent.key === node) return true;
      break;
    case 'BinaryExpression':
      if (parent.operator !== '+') return true;
      break;
    case 'MemberExpression':
      return true;
    default:
  }
  const around = ancestors.findIndex(({ type }) => /Function/.test(type));
  const near = around === -1 ? ancestors : ancestors.slice(0, around);
  return near.some((ancestor) => isTechnicalPlace(ancestor));
}

function isTechnicalPlace(node: Node): boolean {
  if (node.type === 'JSXAttribute') {
    return node.name.type === 'JSXIdentifier' && technicalAttributes.test(node.name.name);
  }
  if (node.type === 'NewExpression') return technicalErrors.test(nameOf(node.callee));
  if (node.type !== 'CallExpression') return false;
  const name = nameOf(node.callee);
  return technicalCalls.test(name) && !readCalls.test(name);
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier') {
    return `${nameOf(node.object)}.${node.property.name}`;
  }
  return '';
}

function walk(
  node: Node,
  ancestors: readonly Node[],
  visit: (node: Node, ancestors: readonly Node[]) => void,
): void {
  visit(node, ancestors);
  const inner = [node, ...ancestors];
  for (const key of visitorKeys[node.type] ?? []) {
    const child: unknown = Reflect.get(node, key);
    for (const one of Array.isArray(child) ? child : [child]) {
      if (isNode(one)) walk(one, inner, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
