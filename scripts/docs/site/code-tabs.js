// Shows one language of each group of samples, the one that the reader chose last. Without script all of them are shown.
const names = { sh: 'curl', js: 'Node.js', ts: 'TypeScript', python: 'Python', php: 'PHP', go: 'Go', java: 'Java', csharp: 'C#', ruby: 'Ruby' };
const remembered = 'docs-language';

for (const [number, group] of [...document.querySelectorAll('.code-tabs')].entries()) {
  const panels = [...group.children].filter((child) => child.querySelector('pre[data-language]'));
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  for (const [place, panel] of panels.entries()) {
    const language = panel.querySelector('pre').dataset.language;
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${number}-${place}`;
    tab.textContent = names[language] ?? language;
    tab.dataset.language = language;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', `panel-${number}-${place}`);
    panel.id = `panel-${number}-${place}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', () => choose(language));
    tab.addEventListener('keydown', (event) => move(event, list));
    list.append(tab);
  }
  group.prepend(list);
}
choose(localStorage.getItem(remembered) ?? 'sh');

/** A group that lacks the language shows its first. */
function choose(language) {
  localStorage.setItem(remembered, language);
  for (const group of document.querySelectorAll('.code-tabs')) {
    const tabs = [...group.querySelectorAll('[role="tab"]')];
    const chosen = tabs.find((tab) => tab.dataset.language === language) ?? tabs[0];
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
    }
  }
}

/** Arrow keys move between the tabs of a group. */
function move(event, list) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const tabs = [...list.children];
  const next = tabs[(tabs.indexOf(event.currentTarget) + step + tabs.length) % tabs.length];
  choose(next.dataset.language);
  next.focus();
}
