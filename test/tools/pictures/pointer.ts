import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

const pointerId = 'film-pointer';
const moveMs = 600;
const stepMs = 25;
const pressMs = 160;

/** Draws a pointer above everything, since a page under test control shows none. */
export async function showPointer(page: Page): Promise<void> {
  await page.evaluate((id) => {
    const namespace = 'http://www.w3.org/2000/svg';
    const drawing = document.createElementNS(namespace, 'svg');
    const arrow = document.createElementNS(namespace, 'path');
    drawing.id = id;
    drawing.setAttribute('viewBox', '0 0 24 24');
    arrow.setAttribute('d', 'M4 2 L4 19 L8.4 15 L11.4 21.6 L14.4 20.2 L11.5 13.9 L17.5 13.6 Z');
    Object.assign(arrow.style, { fill: '#fff', stroke: '#000', strokeWidth: '1.2px' });
    Object.assign(drawing.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      width: '26px',
      height: '26px',
      zIndex: '2147483647',
      pointerEvents: 'none',
      transformOrigin: '4px 2px',
    });
    drawing.append(arrow);
    document.body.append(drawing);
  }, pointerId);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await place(page, width * 0.62, height * 0.72);
}

/** Moves the pointer to a button like a hand, and presses it. */
export async function press(page: Page, button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button is out of sight.');
  const [x, y] = [box.x + box.width * 0.6, box.y + box.height * 0.6];
  await movePointer(page, x, y);
  await delay(pressMs);
  const { y: top } = (await button.boundingBox()) ?? box;
  // The button has moved meanwhile.
  if (Math.abs(top - box.y) > box.height / 2) return press(page, button);
  await place(page, x, y, 0.8);
  await page.mouse.down();
  await delay(pressMs);
  await page.mouse.up();
  await place(page, x, y);
}

/** Moves the pointer like a hand, in fewer steps on a busy machine. */
async function movePointer(page: Page, x: number, y: number): Promise<void> {
  const start = await pointerPosition(page);
  const begin = Date.now();
  for (let passed = 0; passed < moveMs;) {
    await delay(stepMs);
    passed = Math.min(moveMs, Date.now() - begin);
    const part = (1 - Math.cos((Math.PI * passed) / moveMs)) / 2;
    await place(page, start.x + (x - start.x) * part, start.y + (y - start.y) * part);
  }
}

async function place(page: Page, x: number, y: number, scale = 1): Promise<void> {
  await page.mouse.move(x, y);
  await page.evaluate(
    ([id, left, top, size]) => {
      const drawing = document.getElementById(id);
      if (drawing === null) return;
      drawing.dataset['at'] = `${left} ${top}`;
      drawing.style.transform = `translate(${left - 4}px, ${top - 2}px) scale(${size})`;
    },
    [pointerId, x, y, scale] as const,
  );
}

async function pointerPosition(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const at = await page.locator(`#${pointerId}`).getAttribute('data-at');
  const [x = 0, y = 0] = (at ?? '').split(' ').map(Number);
  return { x, y };
}
