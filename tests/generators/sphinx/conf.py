project = "Tidepool"
extensions = ["sphinx_last_updated_by_git", "sphinx_sitemap"]
html_baseurl = "https://shop.tidepool.page/"
html_use_index = False
sitemap_url_scheme = "{link}"
sitemap_excludes = ["search.html"]
sitemap_show_lastmod = True
