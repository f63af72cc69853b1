"""
A WebKitGTK browser for WebKitWebDriver, started in place of MiniBrowser. WebDriver cannot enter closed shadow roots in WebKit, so a script of
ours keeps a list of them, in every frame before its own scripts; the roots stay closed. `--options=` is JSON, see `engines.ts`.
"""
import json
import os
import signal
import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

options = json.loads(next(a for a in sys.argv if a.startswith('--options='))[len('--options='):])
width, height = options['size']

start = '''
(() => {
  const attach = Element.prototype.attachShadow
  const roots = []
  Object.defineProperty(window, 'airlockEngineRoots', { value: roots })
  Element.prototype.attachShadow = function attachShadow(init) {
    const root = attach.call(this, init)
    roots.push(root)
    return root
  }
})()
'''

data = WebKit2.WebsiteDataManager(base_data_directory=options['data'], base_cache_directory=options['data'] + '/cache')
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)
# As Safari has it.
data.set_itp_enabled(True)
policies = WebKit2.CookieAcceptPolicy
blocked = options['isStorageBlocked']
data.get_cookie_manager().set_accept_policy(policies.NEVER if blocked else policies.NO_THIRD_PARTY)

# Nothing leaves the machine: the web is behind a proxy that does not answer.
proxy = WebKit2.NetworkProxySettings.new('http://127.0.0.1:9', ['localhost', '*.localhost', '127.0.0.1', '::1'])
data.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, proxy)

settings = WebKit2.Settings()
settings.set_enable_write_console_messages_to_stdout(True)
settings.set_enable_page_cache(True)
if options['userAgent']:
    settings.set_user_agent(options['userAgent'])

# A view lives as long as its window.
windows = []


def contents():
    manager = WebKit2.UserContentManager()
    every, first = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
    manager.add_script(WebKit2.UserScript.new(start, every, first, None, None))
    return manager


def show(view, size):
    window = Gtk.Window()
    window.set_default_size(*size)
    window.add(view)
    windows.append(window)
    view.connect('create', create)
    view.connect('close', lambda _: window.destroy())
    window.show_all()
    window.present()


def create(opener, action):
    # The address and the gesture tell why a pop-up was blocked or not.
    print('WINDOW', action.get_request().get_uri(), action.is_user_gesture(), flush=True)
    view = WebKit2.WebView(related_view=opener, settings=settings, user_content_manager=contents())

    def ready(_):
        shape = view.get_window_properties().get_geometry()
        show(view, (shape.width or width, shape.height or height))

    view.connect('ready-to-show', ready)
    return view


def first_view(_):
    view = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, settings=settings, user_content_manager=contents()
    )
    show(view, (width, height))
    return view


def automated(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name('Engines')
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect('create-web-view', first_view)


# As a user closes it: its windows first, then, once what pages have stored is written, the browser. The driver alone kills it.
written_ms = 1500


def leave():
    for window in windows:
        window.destroy()
    GLib.timeout_add(written_ms, Gtk.main_quit)
    return GLib.SOURCE_REMOVE


GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, leave)
print('BROWSER', os.getpid(), flush=True)

context.connect('automation-started', automated)
Gtk.main()
