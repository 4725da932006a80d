# Everything is installed into .venv at the project's root.
PYTHON ?= python3
BIN := .venv/bin
ARCH ?= amd64
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
READY := .venv/.ready

.PHONY: deb sd-card amd64 arm64 booted booted-card virtual-pi kits release wheels demo test check mutants bench fuzz soak screens album pictures words engine-wheel lock clean

demo: $(READY)
	$(BIN)/wondertable demo

# COVERAGE=yes measures branch coverage as well and fails below the floor in pyproject.toml. There is one process more than
# there are cores, as some tests wait for servers and clocks. Further threads of OpenCV and OpenBLAS would wait for one another.
# Python keeps what it has compiled, for all processes.
test: export OPENCV_FOR_THREADS_NUM = 1
test: export OPENBLAS_NUM_THREADS = 1
test: export PYTHONDONTWRITEBYTECODE =
test: $(READY)
	$(BIN)/python -m pytest -n $$(($$(nproc) + 1)) --dist worksteal -m "not slow" $(if $(COVERAGE),--cov --cov-report=term)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Slower tests. bench prints ratios; soak and fuzz take more than an hour.
bench: $(READY)
	-$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r tests/bench/requirements.txt
	$(BIN)/python -m tests.bench.vision_reader
	$(BIN)/python -m tests.bench.foreign_tags
	$(BIN)/python -m tests.bench.print_and_wear
	$(BIN)/python -m tests.bench.vision_live
	-$(PYTHON) -m venv build/peer && build/peer/bin/python -m pip install --quiet --require-hashes --no-deps -r tests/engine/requirements.txt
	$(BIN)/python -m tests.engine.bench $$(test -x build/peer/bin/python && echo --peer build/peer/bin/python)
	$(BIN)/python -m tests.bench.display_frames
	$(BIN)/python -m tests.bench.start
	$(BIN)/python -m tests.bench.phones_load
	$(BIN)/python -m tests.bench.past_games
	$(BIN)/python -m tests.bench.hall_load --quick
	$(BIN)/python -m tests.journeys.troubled_games 1000
	$(BIN)/python -m tests.journeys.troubled_games 10 --seed 500 --camera

# Makes small changes to rules, umpire and session, and counts how often a test notices; fails below 90 %. A full run takes
# hours: `SAMPLE=300` tries 300 random changes (`SEED=2`: others), `FILES=engine/rules/trade.py` only those of some files.
# The tests of one change take at most a minute together.
mutants: $(READY)
	$(BIN)/python -m tests.mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(FILES)

# Debian packages for arm64 and amd64 into build/deb, with everything from PyPI inside; on any machine with dpkg-deb.
deb: $(READY)
	PYTHON=$(CURDIR)/$(BIN)/python sh systemd/deb/build.sh arm64
	PYTHON=$(CURDIR)/$(BIN)/python sh systemd/deb/build.sh amd64

# Prepares the SD card whose drive `bootfs` is OUT, or a folder: see docs/first-pi.md. WIFI and COUNTRY: a wireless network.
sd-card: $(READY)
	PYTHON=$(CURDIR)/$(BIN)/python sh systemd/deb/build.sh arm64
	$(BIN)/wondertable sd-card --out "$(or $(OUT),build/sd-card)" --package build/deb/wondertable_$(VERSION)_arm64.deb \
		$(if $(WIFI),--wifi "$(WIFI)" --country "$(COUNTRY)")

# Try package and installer in bare roots of Debian 12 and 13, as root: on a machine of the same kind some minutes, arm64
# under qemu an hour and more. RELEASE=bookworm tries one, WAY=package (or installer) one way; WONDERTABLE_PHOTOS names a
# folder of photographs; the log is in build/amd64 or build/arm64.
amd64 arm64: $(READY)
	PYTHON=$(CURDIR)/$(BIN)/python sh systemd/installed.sh $@ "$(RELEASE)" $(WAY)

# Boots a container with the package: do the units run, come back when they hang, and switch off? As root, ten minutes.
booted: $(READY)
	PYTHON=$(CURDIR)/$(BIN)/python sh systemd/booted.sh $(RELEASE)

# Boots a container of Debian 13 with the files of an SD card: does cloud-init do what they say? As root, five minutes.
booted-card: $(READY)
	PYTHON=$(CURDIR)/$(BIN)/python sh systemd/sd_card_booted.sh

# Boots Debian 13 (RELEASE=bookworm: 12) with the package in QEMU, where the kernel simulates a Pi's devices, tries them,
# cuts its power, and writes build/virtual-pi/report.txt. As root. ARCH=arm64: with a Pi's processor, which takes hours.
# ONLY=cuts,small: not all; CUTS, BOOTS, STARTS: how many; see systemd/virtual_pi.
virtual-pi: $(READY)
	sh systemd/packages.sh $(if $(filter arm64,$(ARCH)),qemu-system-arm qemu-user-static,qemu-system-x86) \
		qemu-utils mmdebstrap e2fsprogs util-linux
	PYTHON=$(CURDIR)/$(BIN)/python COMPRESSION="-Zgzip -z1" sh systemd/deb/build.sh $(ARCH)
	mkdir -p build/virtual-pi
	echo "lgpio==0.2.2.0 --hash=sha256:11372e653b200f76a0b3ef8a23a0735c85ec678a9f8550b9893151ed0f863fff" >build/virtual-pi/lgpio.txt
	$(BIN)/python -m pip download --quiet --no-deps --no-binary :all: --no-build-isolation --require-hashes \
		--dest build/virtual-pi -r build/virtual-pi/lgpio.txt
	$(BIN)/python systemd/virtual_pi build/deb/wondertable_$(VERSION)_$(ARCH).deb build/virtual-pi/lgpio-0.2.2.0.tar.gz \
		--architecture $(ARCH) $(if $(RELEASE),--release $(RELEASE)) $(if $(ONLY),--only $(ONLY)) \
		$(if $(CUTS),--cuts $(CUTS)) $(if $(BOOTS),--boots $(BOOTS)) $(if $(STARTS),--starts $(STARTS))

# The printed kits of a release into build/kits: both editions and papers, for scissors and for labels.
kits: $(READY)
	sh systemd/kits.sh $(CURDIR)/$(BIN)/wondertable build/kits

# Checks everything as .ci/run does, makes packages, wheels, kits, checksums and notes in build/release, and tags the commit.
release: $(READY)
	PYTHON=$(CURDIR)/$(BIN)/python sh systemd/release.sh

# Is there a wheel with a locked hash for every package, on Debian 12 and 13, arm64 and amd64?
wheels: $(READY)
	$(BIN)/python systemd/wheels.py check

soak: $(READY)
	$(BIN)/python -m pytest -n auto --timeout 7200 -m slow \
		tests/attacks tests/browser tests/vision tests/display tests/device tests/journeys tests/mutants tests/systemd
	$(BIN)/python -m tests.journeys.soak 200

fuzz: $(READY)
	$(BIN)/python -m pytest -n auto --timeout 0 -m slow tests/engine tests/device/umpire/test_random_table.py
	$(BIN)/python -m tests.fuzz.bad_input 60
	$(BIN)/python -m tests.fuzz.telephones 30

# Draws every screen into build/screens, and takes those that a page shows into docs/screens.
screens: $(READY)
	WONDERTABLE_SCREENS=build/screens $(BIN)/python -m pytest -n auto tests/display/screens/test_screens.py tests/display/drawing/test_palette.py
	cd docs/screens && find . -name "*.png" -exec cp ../../build/screens/{} {} ";"

# Draws every screen and page in every language at every size into album/.
album: $(READY)
	WONDERTABLE_ALBUM=$(CURDIR)/album $(BIN)/python -m pytest -n auto tests/display/screens/test_languages_fit.py

# Makes the pictures of the manual; those of a whole game need xvfb, xdotool and imagemagick.
pictures: $(READY)
	$(BIN)/python -m tests.journeys.pictures
	$(BIN)/python -m tests.browser.pictures docs/pictures/phones
	$(BIN)/python -m tests.browser.hall_pictures docs/pictures

# Lists the texts that lack a translation.
words: $(READY)
	$(BIN)/python -m tests.display.catalogues

# The lock names every package: without --no-deps older pips look at newer releases, too, whose hashes it does not hold.
$(READY): pyproject.toml requirements.lock tests/device/requirements.txt systemd/packages.sh
	sh systemd/packages.sh
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements.lock
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r tests/device/requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(READY)

# Builds the rules alone, as the package wondertable_engine without dependencies, into dist/.
engine-wheel: $(READY)
	$(BIN)/python -m tools.engine_wheel dist

lock:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-emit-find-links --extra dev --extra pi --output-file requirements.lock pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-emit-find-links --overrides systemd/overrides.txt --no-emit-package pygame \
		--output-file systemd/requirements.lock pyproject.toml systemd/requirements.in

clean:
	rm -rf .venv
