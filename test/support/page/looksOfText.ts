declare global {
  /** One element for each distinct look of text on the page. */
  var textsOfLooks: ReadonlyMap<string, Element> | undefined;
}

/** Visible elements and text looks of a page in one theme. */
export interface PageLooks {
  /** Names of all elements of the document, each marked if it is invisible. */
  readonly elements: string;
  /** Distinct looks of texts and links. */
  readonly looks: readonly string[];
}

/** Runs in the page. */
export function collectLooks(): PageLooks {
  const chains = new Map<Element, string>();
  /** Background and effects of an element below its text; undefined if it has none. */
  const groundOf = (one: Element): string | undefined => {
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(one);
    const own = [backgroundColor, backgroundImage, opacity, filter].join();
    return own === 'rgba(0, 0, 0, 0),none,1,none' ? undefined : own;
  };
  /** Backgrounds of an element and its ancestors. */
  const chainOf = (one: Element): string => {
    const known = chains.get(one);
    if (known !== undefined) return known;
    const around = one.parentElement === null ? '' : chainOf(one.parentElement);
    const own = groundOf(one);
    const chain = own === undefined ? around : `${around}>${own}`;
    chains.set(one, chain);
    return chain;
  };
  const stackAt = ({ x, y, width, height }: DOMRect): readonly Element[] =>
    document.elementsFromPoint(x + width / 2, y + height / 2);
  /** Backgrounds of elements that lie below the text without being its ancestors. */
  const backgroundBelow = (one: Element, stack: readonly Element[]): string => {
    const at = stack.indexOf(one);
    const under = at < 0 ? [] : stack.slice(at + 1).filter((other) => !other.contains(one));
    return under.flatMap((other) => groundOf(other) ?? []).join('>');
  };
  /** The contrast rule allows less contrast for large text, which begins at 18 pixels if bold. */
  const sizeOf = ({ fontSize, fontWeight }: CSSStyleDeclaration): string => {
    const size = Number.parseFloat(fontSize);
    return size > 0 && size < 18 ? 'small' : `${fontSize} ${fontWeight}`;
  };
  const lookOf = (one: Element, stack: readonly Element[]): string => {
    const style = getComputedStyle(one);
    const ground = [chainOf(one), backgroundBelow(one, stack)].join('|');
    return [ground, style.color, sizeOf(style), style.textShadow, style.colorScheme].join();
  };
  const textOf = (one: Element): string =>
    one.matches('input, select, textarea')
      ? 'a field'
      : [...one.childNodes].map((node) => (node.nodeType === 3 ? node.nodeValue : '')).join('');
  /**
   * False for texts that the contrast rule skips: single characters, disabled, hidden or scrolled
   * away.
   */
  const isJudged = (one: Element, text: string, [top]: readonly Element[]): boolean => {
    const unjudged = ':disabled, [aria-disabled="true"], [aria-hidden="true"], [inert]';
    if (text.length < 2 || one.closest(unjudged) !== null) return false;
    return top !== undefined && (one.contains(top) || top.contains(one));
  };
  /** Look of a link within text, which must differ from that text by colour or decoration. */
  const linkLookOf = (link: Element): string | undefined => {
    let around = link.parentElement;
    while (around !== null && getComputedStyle(around).display === 'inline')
      around = around.parentElement;
    if (around === null || around.textContent.trim() === link.textContent.trim()) return undefined;
    const { textDecorationLine, borderBottom } = getComputedStyle(link);
    return `link ${lookOf(link, [])} ${textDecorationLine} ${borderBottom} in ${lookOf(around, [])}`;
  };
  const texts = new Map<string, Element>();
  let elements = '';
  for (const one of document.querySelectorAll('*')) {
    const isSeen = one.checkVisibility({ visibilityProperty: true });
    elements += `${one.localName}${isSeen ? '' : '-'} `;
    const text = textOf(one).trim();
    if (text === '' || !isSeen || !document.body.contains(one)) continue;
    const stack = stackAt(one.getBoundingClientRect());
    const look = lookOf(one, stack);
    const key = isJudged(one, text, stack) ? look : `unjudged ${look}`;
    if (!texts.has(key)) texts.set(key, one);
  }
  globalThis.textsOfLooks = texts;
  const links = [...document.querySelectorAll('a[href]')].flatMap((link) => linkLookOf(link) ?? []);
  return { elements, looks: [...texts.keys(), ...new Set(links)] };
}
