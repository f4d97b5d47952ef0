// Shows the HTML of every example below it, and runs the script of the last one.

for (const demo of document.querySelectorAll('.demo')) {
  const tag = demo.querySelector('hex-board');
  const attributes = [...tag.attributes].map(({ name, value }) => (value === '' ? name : `${name}="${value}"`));
  const short = `<hex-board ${attributes.join(' ')}></hex-board>`;
  const text = short.length < 60 ? short : `<hex-board\n  ${attributes.join('\n  ')}\n></hex-board>`;
  const code = document.createElement('code');
  code.textContent = text;
  const snippet = document.createElement('pre');
  snippet.append(code);
  demo.after(snippet);
}

for (const snippet of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(snippet.querySelector('code').textContent);
      button.textContent = 'Copied';
    } catch {
      // Without access to the clipboard the text is selected, ready to be copied by hand.
      getSelection().selectAllChildren(snippet.querySelector('code'));
      button.textContent = 'Selected';
    }
  });
  const holder = document.createElement('div');
  holder.className = 'snippet';
  snippet.replaceWith(holder);
  holder.append(snippet, button);
}

const board = document.querySelector('#told');
board.addEventListener('move', ({ detail: { from, to } }) => {
  document.querySelector('output').value = `${from} to ${to}: ${board.placement}`;
});
