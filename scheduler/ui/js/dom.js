// Elements as they should be, and the least changes that make the page so.
//
// A view returns a tree of el() and kept(); patch() compares it with what is there, by key where one is given,
// else by place. Texts become text nodes and nothing else, so that no name can turn into markup.

/** An element. Props: key, class, on: {event: function}, vars: {CSS property: value}, or attributes. */
export function el(tag, props = {}, ...children) {
  return {tag, props, key: props.key, children: shown(children)};
}

/** A tree that is made anew only when one of `deps` is another than before. */
export function kept(key, deps, make) {
  return {key, deps, make};
}

const notes = new WeakMap(); // DOM node -> {key, tag, props, deps, listening}

function shown(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== '');
}

/** Makes `parent` contain exactly `specs`. What had the focus keeps it. */
export function patch(parent, ...specs) {
  const focused = document.activeElement;
  patchChildren(parent, shown(specs));
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({preventScroll: true});
}

function patchChildren(parent, specs) {
  const claim = claims(parent);
  const nodes = specs.map((spec) => claim(spec) ?? create(spec));
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let cursor = parent.firstChild;
  nodes.forEach((node, at) => {
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
    update(node, specs[at]);
  });
}

/** Finds for each spec the node that shows it by now: of the same key, else the next of its kind without one. */
function claims(parent) {
  const keyed = new Map();
  const loose = [];
  for (const child of parent.childNodes) {
    const key = notes.get(child)?.key;
    if (key === undefined) loose.push(child);
    else keyed.set(key, child);
  }
  return (spec) => {
    if (spec.key !== undefined) return taken(keyed, spec.key);
    const at = loose.findIndex((node) => isOfKind(node, spec));
    return at < 0 ? undefined : loose.splice(at, 1)[0];
  };
}

function taken(map, key) {
  const value = map.get(key);
  map.delete(key);
  return value;
}

function isOfKind(node, spec) {
  if (isText(spec)) return node.nodeType === Node.TEXT_NODE;
  return notes.get(node)?.tag === spec.tag;
}

const isText = (spec) => typeof spec === 'string' || typeof spec === 'number';

function create(spec) {
  if (isText(spec)) return document.createTextNode('');
  const tree = spec.make ? spec.make() : spec;
  const node = document.createElement(tree.tag);
  notes.set(node, {key: spec.key, tag: tree.tag, props: {}, deps: undefined, listening: new Set()});
  if (spec.make) {
    apply(node, tree);
    notes.get(node).deps = spec.deps;
  }
  return node;
}

function update(node, spec) {
  if (isText(spec)) {
    if (node.nodeValue !== String(spec)) node.nodeValue = String(spec);
    return;
  }
  if (!spec.make) {
    apply(node, spec);
    return;
  }
  const note = notes.get(node);
  if (note.deps && spec.deps.every((value, at) => Object.is(value, note.deps[at]))) return;
  apply(node, spec.make());
  note.deps = spec.deps;
}

function apply(node, spec) {
  const note = notes.get(node);
  const before = note.props;
  note.props = spec.props;
  for (const name of Object.keys(before))
    if (!(name in spec.props)) setProp(node, name, undefined, before[name]);
  for (const [name, value] of Object.entries(spec.props)) {
    if (value !== before[name]) setProp(node, name, value, before[name]);
  }
  patchChildren(node, spec.children);
}

function setProp(node, name, value, before) {
  if (name === 'key') return;
  if (name === 'on') return listen(node, value ?? {});
  if (name === 'vars') return setVars(node, value ?? {}, before ?? {});
  if (name === 'class') return void (node.className = value ?? '');
  if (value === undefined || value === null || value === false) return node.removeAttribute(name);
  const text = value === true ? '' : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

function setVars(node, vars, before) {
  for (const name of Object.keys(before)) if (!(name in vars)) node.style.removeProperty(name);
  for (const [name, value] of Object.entries(vars))
    if (before[name] !== value) node.style.setProperty(name, value);
}

/** One listener an event; it calls what the newest props say. */
function listen(node, handlers) {
  const note = notes.get(node);
  for (const type of Object.keys(handlers)) {
    if (note.listening.has(type)) continue;
    note.listening.add(type);
    node.addEventListener(type, (event) => note.props.on?.[type]?.(event));
  }
}
