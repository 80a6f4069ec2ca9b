// What the keys do. A list is gone through by the arrows, from item to item of the pane that has the focus.

const isTyping = (target) => target.matches('input, select, textarea');

/** The items of the pane around the target, else of the first one that is shown, in their order. */
function itemsAround(target) {
  const shown = [...document.querySelectorAll('.pane')].find((pane) => pane.getClientRects().length > 0);
  return [...(target.closest('.pane') ?? shown).querySelectorAll('.item')];
}

function step(event, by) {
  const items = itemsAround(event.target);
  if (items.length === 0) return;
  const at = items.indexOf(event.target.closest('.item'));
  const to =
    by === 'first'
      ? 0
      : by === 'last'
        ? items.length - 1
        : at < 0
          ? by > 0
            ? 0
            : items.length - 1
          : at + by;
  if (to < 0 || to >= items.length) return;
  event.preventDefault();
  items[to].focus();
  items[to].scrollIntoView({block: 'nearest'});
}

/** Opens or closes the item, or goes from inside a node to its line. */
function turn(event, toOpen) {
  const item = event.target.closest('[aria-expanded]');
  const inside = item ?? event.target.closest('.node')?.querySelector('.row-toggle');
  if (!inside) return;
  event.preventDefault();
  if (!item) return inside.focus();
  if ((item.getAttribute('aria-expanded') === 'true') !== toOpen) item.click();
}

const kMoves = {
  ArrowDown: (event) => step(event, 1),
  ArrowUp: (event) => step(event, -1),
  Home: (event) => step(event, 'first'),
  End: (event) => step(event, 'last'),
  ArrowRight: (event) => turn(event, true),
  ArrowLeft: (event) => turn(event, false),
};

function inFilter(event, does) {
  if (event.key === 'Escape') {
    event.preventDefault();
    does.leaveFilter();
  } else if (event.key === 'ArrowDown' && event.target.matches('[type=search]')) {
    step({...pick(event), target: document.querySelector('.node-list')}, 'first');
  }
}

const pick = (event) => ({preventDefault: () => event.preventDefault()});

/** `does` = {filter(), leaveFilter(), help(), back(), again(), view(number)}. */
export function listenForKeys(does) {
  const named = {'/': does.filter, '?': does.help, Escape: does.back, r: does.again};
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest('dialog')) return;
    if (isTyping(event.target)) return inFilter(event, does);
    if (Object.hasOwn(kMoves, event.key)) return kMoves[event.key](event);
    if (/^[1-4]$/.test(event.key)) return does.view(Number(event.key));
    if (!Object.hasOwn(named, event.key)) return;
    event.preventDefault();
    named[event.key]();
  });
}
